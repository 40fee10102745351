"""Writes the table and the chart of docs/performance.md: `report.py run.json text.json`.

The programs run.py and text.py write the JSON files. The table has one line for each scene, and the chart has
one bar for each scene that is not a single path. The program replaces the text between two marks of
docs/performance.md, and keeps the rest of the page.
"""

import argparse
import datetime
import json
import statistics
from pathlib import Path
from typing import Literal, NamedTuple

from run import PEERS, STRETTO_ROWS, ratio
from scenes import CROSSINGS, SCENES

import stretto as st

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "performance.md"
CHART = ROOT / "docs" / "images" / "performance.svg"
BEGIN, END = "<!-- table -->", "<!-- end of table -->"

TEXTS = {
    "T1": "a page of 10,000 letters",
    "T2": "10,000 letters, turned and scaled",
    "T2 alive": "the same from two animations",
    "T3": "500 letters of 64 points",
    "T4 vectors": "1,000 emoji as flat layers",
    "T4 bitmaps": "1,000 emoji as pictures",
}


class Line(NamedTuple):
    """One scene of the table. Times are milliseconds per frame on one thread."""

    name: str
    title: str
    own: float
    peer: str
    theirs: float
    ratio: float
    """Our time over that of the fastest peer, the median over rounds."""
    two: float | None
    """Our time with two threads over that with one."""


def scene_lines(seconds: dict[str, dict[str, dict[str, float]]]) -> list[Line]:
    lines = []
    one, two = STRETTO_ROWS
    for scene, cells in seconds.items():
        rounds = {row: {int(n): s for n, s in cell.items()} for row, cell in cells.items() if cell}
        peers = {row: r for row in rounds if row in PEERS and (r := ratio(rounds[one], rounds[row]))}
        peer = max(peers, key=lambda row: peers[row])
        own, theirs = (statistics.median(rounds[row].values()) * 1000 for row in (one, peer))
        both = ratio(rounds[two], rounds[one])
        lines.append(Line(scene, SCENES[scene].title, own, peer, theirs, peers[peer], both))
    return lines


def text_lines(milliseconds: dict[str, dict[str, float]]) -> list[Line]:
    lines = []
    for name, cells in milliseconds.items():
        own = cells.pop("stretto")
        peer = min(cells, key=lambda row: cells[row])
        theirs = cells[peer]
        lines.append(Line(name, TEXTS[name], own, peer, theirs, own / theirs, None))
    return lines


def table(lines: list[Line], about: list[str]) -> str:
    head = "| scene | Stretto, ms | fastest peer, ms | ratio | two threads over one |"
    rows = [
        f"| {line.name} {line.title} | {line.own:.3g} | {line.peer} {line.theirs:.3g} | {line.ratio:.2f} | "
        + ("-" if line.two is None else f"{line.two:.2f}")
        + " |"
        for line in lines
    ]
    today = datetime.datetime.now(datetime.UTC).date()
    when = f"The table was measured on {today} with {' and '.join(about)}."
    return "\n".join([when, "", head, "|" + " --- |" * 5, *rows])


Alignment = Literal["left", "center", "right"]


def label(
    text: str, x: float, y: float, width: float, alignment: Alignment, color: str = "#222222"
) -> st.TextLayer:
    return st.TextLayer(
        text, frame=(x, y, width, 14), font_size=11, alignment_mode=alignment, foreground_color=color
    )


def chart(lines: list[Line]) -> st.Scene:
    """A picture with horizontal bars of the ratios, and a line at 1 for the fastest other library."""
    height, left, width = 18, 260, 300
    bottom = 10 + height * len(lines)
    scene = st.Scene(left + width + 60, bottom + 22, background="white")
    unit = width / max(1.5, *(line.ratio for line in lines))
    for row, line in enumerate(lines):
        y, end = 10 + row * height, left + line.ratio * unit
        scene.add_sublayer(st.Layer(frame=(left, y, end - left, height - 6), background_color="#118ab2"))
        scene.add_sublayer(label(f"{line.name}  {line.title}", 0, y - 1, left - 8, "right"))
        scene.add_sublayer(label(f"{line.ratio:.2f}", end + 6, y - 1, 50, "left"))
    scene.add_sublayer(st.Layer(frame=(left + unit, 4, 1, bottom - 4), background_color="#ef476f"))
    caption = "fastest peer = 1, shorter is faster"
    scene.add_sublayer(label(caption, left + unit - 120, bottom + 3, 240, "center", "#ef476f"))
    return scene


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("run", type=Path, help="what `run.py --json` wrote")
    parser.add_argument("text", type=Path, help="what `text.py --json` wrote")
    arguments = parser.parse_args()
    measured = json.loads(arguments.run.read_text())
    lines = scene_lines(measured["seconds"]) + text_lines(json.loads(arguments.text.read_text()))
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(BEGIN)
    _, _, after = rest.partition(END)
    PAGE.write_text(f"{before}{BEGIN}\n\n{table(lines, measured['about'])}\n\n{END}{after}", encoding="utf-8")
    chart([line for line in lines if line.name not in CROSSINGS]).save_svg(CHART, 0)


if __name__ == "__main__":
    main()
