"""Measures Stretto and other graphics libraries, and prints a table: `run.py --help`.

Run the program with a Python that has Stretto. README.md explains the method and the table.
"""

import argparse
import json
import os
import platform
import shutil
import statistics
import subprocess
import sys
import venv
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

from scenes import CROSSINGS, SCENES

HERE = Path(__file__).parent
PEERS_FOLDER = HERE / ".venv"
PEERS_PYTHON = PEERS_FOLDER / "bin" / "python"
REQUIREMENTS = HERE / "requirements.txt"


class Row(NamedTuple):
    module: str
    python: Path
    threads: int = 1
    scenes: tuple[str, ...] = tuple(SCENES)
    """Scenes that it draws."""


STRETTO_ROWS = {
    "stretto": Row("stretto_scenes", Path(sys.executable)),
    "stretto 2t": Row("stretto_scenes", Path(sys.executable), threads=2),
}
DRAWN_BY_HAND = tuple(scene for scene in SCENES if scene.startswith("w"))
PEERS = {
    "blend2d": Row("peer_blend2d", PEERS_PYTHON, scenes=DRAWN_BY_HAND),
    "cairo": Row("peer_cairo", PEERS_PYTHON, scenes=DRAWN_BY_HAND),
    "skia": Row("peer_skia", PEERS_PYTHON, scenes=(*DRAWN_BY_HAND, "s1", "s2", *CROSSINGS)),
    "qt": Row("peer_qt", PEERS_PYTHON, scenes=("w5", "w6", "s1", "s2")),
    "rlottie": Row("peer_rlottie", PEERS_PYTHON, scenes=("l2",)),
}
ROWS = STRETTO_ROWS | PEERS

# Performance goals of each scene: the largest ratio of Stretto's time on one thread to the best other
# library's time, and of two threads to one thread.
FLOORS = {
    "w1": 1.0,
    "w2": 0.35,
    "w3": 0.8,
    "w4": 0.6,
    "w5": 0.6,
    "w6": 0.9,
    "w7": 1.5,
    "s1": 1.0,
    "s2": 1.0,
    "l2": 0.4,
} | {name: 1.6 if facts.kind == "lissajous" else 1.1 for name, facts in CROSSINGS.items()}
FLOORS_OF_TWO = {"w2": 0.65, "w3": 0.65, "w7": 0.65}

Rounds = dict[int, float]  # seconds per frame, by round
Times = dict[str, dict[str, Rounds]]  # by scene and row


def install_peers() -> None:
    """Creates the environment of the other libraries, unless it already has the required packages."""
    installed = PEERS_FOLDER / REQUIREMENTS.name
    if installed.exists() and installed.read_text() == REQUIREMENTS.read_text():
        return
    if subprocess.run(["pkg-config", "--exists", "cairo"], check=False).returncode:
        sys.exit("pycairo is built from source: apt-get install libcairo2-dev pkg-config")
    print(f"installing the peers into {PEERS_FOLDER}", file=sys.stderr)
    venv.create(PEERS_FOLDER, with_pip=True, clear=True)
    pip = [str(PEERS_PYTHON), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, "--requirement", str(REQUIREMENTS)], check=True)
    shutil.copyfile(REQUIREMENTS, installed)


class Worker:
    """The worker process of one row of the table."""

    def __init__(self, row: Row) -> None:
        self.process = subprocess.Popen(
            [row.python, HERE / "worker.py", row.module, str(row.threads)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def ask(self, **request: Any) -> dict[str, Any]:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        try:
            print(json.dumps(request), file=self.process.stdin, flush=True)
            answer = self.process.stdout.readline()
        except BrokenPipeError:
            answer = ""
        return json.loads(answer) if answer else {"error": "the process died"}

    def close(self) -> None:
        self.process.communicate()  # the worker ends when its input ends


class Bench:
    """Sends requests to the worker processes and stores their answers."""

    def __init__(self, workers: dict[str, Worker], scenes: list[str]) -> None:
        self.workers = workers
        self.scenes = scenes
        self.times: Times = {scene: {row: {} for row in workers} for scene in scenes}
        self.failures: dict[tuple[str, str], str] = {}

    def ask(self, scene: str, row: str, **request: Any) -> dict[str, Any]:
        answer = self.workers[row].ask(scene=scene, **request)
        if "error" in answer:
            self.failures[scene, row] = answer["error"]
        return answer

    def measure(self, rounds: int, seconds: float) -> None:
        for number in range(rounds):
            print(f"round {number + 1} of {rounds}", file=sys.stderr, flush=True)
            first = number % len(self.workers)
            order = [*self.workers][first:] + [*self.workers][:first]
            for scene in self.scenes:
                for row in [row for row in order if scene in ROWS[row].scenes]:
                    answer = self.ask(scene, row, seconds=seconds)
                    if "seconds" in answer:
                        self.times[scene][row][number] = answer["seconds"]

    def take_pictures(self, folder: Path) -> dict[str, dict[str, float]]:
        """Writes the picture of each scene that each row draws. Returns the mean difference between the
        picture of each row and Stretto's picture.
        """
        folder.mkdir(parents=True, exist_ok=True)
        differences: dict[str, dict[str, float]] = {}
        for scene in self.scenes:
            rows = [row for row in self.workers if scene in ROWS[row].scenes]
            files = {row: folder / f"{scene}-{row.replace(' ', '-')}.png" for row in rows}
            for row, file in files.items():
                file.unlink(missing_ok=True)
                self.ask(scene, row, picture=str(file.absolute()))
            differences[scene] = differences_from(files.pop("stretto"), files)
        return differences


def differences_from(reference: Path, files: dict[str, Path]) -> dict[str, float]:
    """The mean absolute difference between the channels of two pictures, in 0...255."""
    import numpy as np  # not needed for the times
    from PIL import Image

    if not reference.exists():
        return {}
    truth = np.asarray(Image.open(reference), float)
    return {
        row: float(abs(np.asarray(Image.open(file), float) - truth).mean())
        for row, file in files.items()
        if file.exists()
    }


def ratio(own: Rounds, peers: Rounds) -> float | None:
    """The median of the ratios of Stretto's time to another library's time in each round."""
    both = [own[number] / peers[number] for number in own if number in peers]
    return statistics.median(both) if both else None


def print_table(title: str, columns: list[str], cells: dict[str, list[float | None]], digits: int) -> None:
    """Prints a Markdown table with one line per scene."""
    width = max(len(name) + len(SCENES[name].title) for name in SCENES) + 1
    print(f"\n{title}\n\n| {'scene':{width}} | " + " | ".join(f"{c:>10}" for c in columns) + " |")
    print(f"| {'-' * width} |" + " ---------: |" * len(columns))
    for scene, values in cells.items():
        name = f"{scene} {SCENES[scene].title}"
        texts = [f"{'-' if v is None else format(v, f'.{digits}f'):>10}" for v in values]
        print(f"| {name:{width}} | " + " | ".join(texts) + " |")


def print_times(times: Times) -> None:
    rows = [*next(iter(times.values()))]
    medians = {
        scene: [statistics.median(r.values()) * 1e3 if r else None for r in cells.values()]
        for scene, cells in times.items()
    }
    print_table("Milliseconds a frame, median", rows, medians, 3)
    peers = [row for row in rows if row in PEERS]
    for own in STRETTO_ROWS if peers else ():
        ratios = {scene: [ratio(cells[own], cells[peer]) for peer in peers] for scene, cells in times.items()}
        print_table(f"Time of {own} / time of the peer: below 1 is faster", peers, ratios, 2)
    one, two = STRETTO_ROWS
    if peers:
        best = {
            scene: [
                max((r for p in peers if (r := ratio(cells[one], cells[p]))), default=None),
                FLOORS[scene],
            ]
            for scene, cells in times.items()
        }
        print_table("Time of stretto / time of the fastest peer", ["best peer", "at most"], best, 2)
    both = {
        scene: [ratio(cells[two], cells[one]), FLOORS_OF_TWO.get(scene)] for scene, cells in times.items()
    }
    print_table("Two threads over one: 0.5 is twice as fast", [two, "at most"], both, 2)


def processor() -> str:
    for line in Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            return line.partition(":")[2].strip()
    return platform.machine()


def about(workers: dict[str, Worker]) -> list[str]:
    """Two lines that name the measured versions and the machine."""
    answers = [worker.ask(about=True) for worker in workers.values()]
    versions = dict.fromkeys(answer["version"] for answer in answers if "version" in answer)
    return [", ".join(versions), f"Python {platform.python_version()} on {os.cpu_count()} x {processor()}"]


def parse_arguments() -> argparse.Namespace:
    def names_in(table: dict[str, Any]) -> Any:
        def names(text: str) -> list[str]:
            wanted = text.split(",")
            if unknown := [name for name in wanted if name not in table]:
                raise argparse.ArgumentTypeError(f"no {unknown[0]!r}; there are {', '.join(table)}")
            return wanted

        return names

    parser = argparse.ArgumentParser(description="Measures stretto beside its peers.")
    add = parser.add_argument
    add("--only", type=names_in(SCENES), default=[*SCENES], metavar="w1,w2", help="scenes")
    add("--peers", type=names_in(PEERS), default=[*PEERS], metavar="cairo,skia")
    add("--rounds", type=int, default=5, help="default %(default)s")
    add("--seconds", type=float, default=0.3, help="of frames a cell and round; %(default)s")
    add("--pictures", type=Path, metavar="DIR", help="write a frame each, and compare them")
    add("--json", type=Path, metavar="FILE", help="keep every round's number, for report.py")
    return parser.parse_args()


def main() -> int:
    arguments = parse_arguments()
    if find_spec("stretto") is None:
        sys.exit(f"{sys.executable} has no stretto: `make build` leaves a Python that has it in .venv")
    if arguments.peers:
        install_peers()
    workers = {row: Worker(ROWS[row]) for row in [*STRETTO_ROWS, *arguments.peers]}
    measured = about(workers)
    print(*measured, sep="\n")
    bench = Bench(workers, arguments.only)
    bench.measure(arguments.rounds, arguments.seconds)
    if arguments.rounds:
        print_times(bench.times)
    if arguments.pictures:
        rows = [row for row in workers if row != "stretto"]
        differences = bench.take_pictures(arguments.pictures)
        cells = {s: [found.get(row) for row in rows] for s, found in differences.items()}
        print_table("Mean difference from stretto's picture, 0...255", rows, cells, 3)
    for worker in workers.values():
        worker.close()
    if arguments.json:
        record = {"about": measured, "seconds": bench.times}
        arguments.json.write_text(json.dumps(record, indent=1) + "\n")
    for (scene, row), error in bench.failures.items():
        print(f"failed: {scene} by {row}: {error}", file=sys.stderr)
    return 1 if bench.failures else 0


if __name__ == "__main__":
    sys.exit(main())
