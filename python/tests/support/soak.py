"""Runs random calls of the whole package on random scenes, including errors, for a given time.

When the program ends, its process must have as much memory and as many handles, threads, child processes and
open files as after the first minute.

`python soak.py SECONDS [SEED]` prints the resources ten times, and fails if they have grown.
"""

from __future__ import annotations

import concurrent.futures
import contextlib
import copy
import gc
import os
import pathlib
import pickle
import random
import resource
import shutil
import signal
import sys
import tempfile
import threading
import time
import warnings
from collections import Counter
from collections.abc import Callable, Iterator
from typing import NamedTuple

import random_scenes
import stretto as st
from stretto._ffi import handle
from untyped import untyped
from workers import spawned

#: Errors that a step may raise: errors of the package, of the system, and of Python for values of a wrong
#: type.
EXPECTED = (st.Error, OSError, TypeError, ValueError, AttributeError)
#: Allowed growth of memory between the first minute and the end of the program: as a factor, and in MB.
GROWTH, MEGABYTES = 1.1, 24
#: Properties to which a step assigns valid and invalid values.
NAMES = (
    "position", "bounds", "opacity", "transform", "background_color", "contents", "corner_radius", "filters",
    "mask", "name", "shadow_radius", "shadow_opacity", "speed", "z_position", "path", "string",
    "instance_count", "emitter_cells", "hidden",
)  # fmt: skip


class Held(NamedTuple):
    """Memory, handles, threads, open files and child processes of the process."""

    megabytes: float
    handles: int
    threads: int
    files: int
    processes: int

    @staticmethod
    def now() -> Held:
        for _ in range(3):
            gc.collect()
        pages = int(pathlib.Path("/proc/self/statm").read_text().split()[1])
        tasks, files = (len(entries(f"/proc/self/{name}")) for name in ("task", "fd"))
        children = pathlib.Path(f"/proc/self/task/{os.getpid()}/children").read_text().split()
        megabytes = pages * resource.getpagesize() / 2**20
        return Held(megabytes, handle.object_count(), tasks, files, len(children))

    def has_grown_from(self, start: Held) -> bool:
        return self.megabytes > GROWTH * start.megabytes + MEGABYTES or self[1:] > start[1:]


class Soak:
    """A run of random steps. Each random step makes a scene of its own."""

    def __init__(self, seed: int, folder: pathlib.Path) -> None:
        self.chance, self.folder = random.Random(seed), folder
        self.ended: Counter[str] = Counter()
        self._executor: concurrent.futures.Executor | None = None
        self._stack = contextlib.ExitStack()

    def step(self) -> None:
        """Makes a scene and calls one random operation, sometimes with an error."""
        steps: list[Callable[[st.Scene], object]] = [
            self.open, self.edit, self.draw, self.ask,
            self.save, self.clip, self.clip_of_workers, self.duplicate,
        ]  # fmt: skip
        step = self.chance.choices(steps, [6, 6, 6, 4, 4, 3, 0.3, 3])[0]
        hindrances: list[Callable[[], contextlib.AbstractContextManager[None]]]
        hindrances = [contextlib.nullcontext, no_files, no_disk]
        hindrance = self.chance.choices(hindrances, [8, 1, 1])[0]
        scene = random_scenes.scene(self.chance.getrandbits(32))
        try:
            with hindrance():
                step(scene)
            self.ended[step.__name__] += 1
        except EXPECTED as error:
            self.ended[f"{step.__name__}: {type(error).__name__}"] += 1
        if self.chance.random() < 0.02:
            shutil.rmtree(self.folder)
            self.folder.mkdir()

    def close(self) -> None:
        self._stack.close()
        self._executor = None

    def path(self, *endings: str) -> pathlib.Path:
        return self.folder / f"{self.chance.randrange(4)}{self.chance.choice(endings)}"

    def seconds(self) -> float | None:
        """A random timeout, usually too short."""
        return self.chance.choice([None, 1e-4, 0.001, 0.01, 0.05])

    def open(self, scene: st.Scene) -> None:
        data = bytearray(scene.to_bytes())
        for _ in range(self.chance.choice([0, 0, 1, 5])):
            data[self.chance.randrange(len(data))] = self.chance.randrange(256)
        del data[self.chance.choice([len(data), self.chance.randrange(len(data))]) :]
        path = self.path(".caml", ".cascene")
        path.write_bytes(data)
        memory = self.chance.choice([None, None, 1, 100_000])
        st.Scene.open(path, timeout=self.seconds(), memory=memory).render(0, timeout=self.seconds())

    def edit(self, scene: st.Scene) -> None:
        values = (
            0,
            -1,
            1e300,
            float("nan"),
            (1, 2),
            (0, 0, 30, 30),
            "red",
            "",
            None,
            st.Path("M0 0h9"),
            scene.root,
        )
        layers = all_layers(scene)
        for _ in range(20):
            layer, name = self.chance.choice(layers), self.chance.choice(NAMES)
            with contextlib.suppress(*EXPECTED):
                setattr(layer, name, self.chance.choice(values))
            with contextlib.suppress(*EXPECTED):
                self.chance.choice(layers).add_sublayer(layer)
            with contextlib.suppress(*EXPECTED):
                layer.add_animation(
                    st.BasicAnimation(name, to_value=untyped(self.chance.choice(values)), duration=1)
                )
            if self.chance.random() < 0.2:
                scene.render(self.chance.random(), timeout=self.seconds())

    def draw(self, scene: st.Scene) -> None:
        """Draws frames while another thread moves a layer, and cancels one of the frames."""
        layers, is_over = all_layers(scene), threading.Event()

        def move() -> None:
            for count in range(200):
                if is_over.wait(0.0005):
                    return
                self.chance.choice(layers).position = (count, 5)
            scene.cancel()

        thread = threading.Thread(target=move)
        thread.start()
        try:
            for frame in range(self.chance.randint(1, 8)):
                scene.render(frame / 8, scale=self.chance.choice([0.5, 1, 3]), timeout=self.seconds())
        finally:
            is_over.set()
            thread.join()

    def ask(self, scene: st.Scene) -> None:
        scene.hit_test(40, 30, 0.5, timeout=self.seconds())
        scene.diagnostics(timeout=self.seconds())
        str(scene.loop_report(timeout=self.seconds()))
        for layer in all_layers(scene):
            scene.sample(layer, "opacity", 0, 1, 3)
            list(scene.instances(layer, 0.5))

    def save(self, scene: st.Scene) -> None:
        kind = self.chance.randrange(4)
        if kind == 0:
            scene.save_png(self.path(".png", "/none/a.png"), 0.3)
        elif kind == 1:
            scene.save_svg(self.path(".svg"), 0.3)
        else:
            path = self.path(".caml", ".ca", ".cascene")
            scene.save(path)
            assert st.Scene.open(path).to_bytes() == scene.to_bytes()

    def clip(self, scene: st.Scene) -> None:
        def report(done: int, total: int) -> None:
            if self.chance.random() < 0.05:
                raise OSError("the progress is not wanted")

        path = self.path(".gif", ".png", ".webp", "")
        scene.movie(0.5, 8, diagnose=False).save(
            path, format=None if path.suffix else "frames", progress=report, timeout=self.seconds()
        )

    def clip_of_workers(self, scene: st.Scene) -> None:
        """Two worker processes draw a clip, and one of them is sometimes killed.

        A worker kills itself between two frames. If a worker process were killed while sending a result,
        Python's executor would wait for ever.
        """
        if self._executor is None:
            self._executor = self._stack.enter_context(spawned())
        executor = self._executor
        try:
            if self.chance.random() < 0.3:
                executor.submit(die)
            scene.movie(1, 12, diagnose=False).save(self.path(".gif"), executor=executor)
        except concurrent.futures.BrokenExecutor as error:
            self.close()
            raise OSError("a worker was killed") from error

    def duplicate(self, scene: st.Scene) -> None:
        again = pickle.loads(pickle.dumps(scene))
        assert (again.render(0.4) == scene.render(0.4)).all()
        assert copy.deepcopy(scene.root) is not scene.root
        again.close()


def die() -> None:
    """Kills the process that runs the function."""
    os.kill(os.getpid(), signal.SIGKILL)


def entries(folder: str) -> list[pathlib.Path]:
    return list(pathlib.Path(folder).iterdir())


def all_layers(scene: st.Scene) -> list[st.Layer]:
    """The root layer and all layers below it, including masks."""
    found = [scene.root]
    for layer in found:
        found += layer.sublayers
        if layer.mask:
            found.append(layer.mask)
    return found


@contextlib.contextmanager
def no_files() -> Iterator[None]:
    """A context in which the process can open no further file."""
    with limited(resource.RLIMIT_NOFILE, len(entries("/proc/self/fd")) + 1):
        yield


@contextlib.contextmanager
def no_disk() -> Iterator[None]:
    """A context in which no file can grow beyond 2,000 bytes."""
    with limited(resource.RLIMIT_FSIZE, 2000):
        yield


@contextlib.contextmanager
def limited(which: int, most: int) -> Iterator[None]:
    before = resource.getrlimit(which)
    resource.setrlimit(which, (most, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(which, before)


def main(seconds: float, seed: int) -> int:
    warnings.simplefilter("ignore")
    start = time.monotonic()
    warm, reported, first, count = min(60, seconds / 4), 0, None, 0
    with tempfile.TemporaryDirectory() as name:
        soak = Soak(seed, pathlib.Path(name) / "soak")
        soak.folder.mkdir()
        while (spent := time.monotonic() - start) < seconds:
            soak.step()
            count += 1
            if first is None and spent > warm:
                soak.close()
                first = Held.now()
                print(f"after {spent:.0f} s and {count} steps: {first}", flush=True)
            if first and spent > (reported + 1) * seconds / 10:
                reported = int(10 * spent / seconds)
                print(f"after {spent:.0f} s and {count} steps: {Held.now()}", flush=True)
        soak.close()
        last = Held.now()
    print(f"after {count} steps: {last}")
    print(*(f"{times:8} {how}" for how, times in soak.ended.most_common()), sep="\n")
    assert first is not None
    if last.has_grown_from(first):
        print(f"it has grown: {first} became {last}")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(float(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 0))
