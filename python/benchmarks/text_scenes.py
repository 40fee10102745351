"""What the benchmark of text draws: the same glyphs at the same places for all."""

import math
import statistics
import time
from collections.abc import Callable
from pathlib import Path

#: The sans of the library, as its set-up cuts it: one file for all.
FONT = Path(__file__).parents[2] / ".build" / "text" / "stretto-sans.ttf"
LINE = "The quick brown fox jumps over the lazy dog, and then some more of it; 0123456789 (and so on) again."
WIDTH, HEIGHT = 1400, 1500
#: Glyphs, points an em, and how many of them in a row.
SCENES = {"T1": (10_000, 12, 100), "T2": (10_000, 16, 100), "T3": (500, 64, 25)}

Color = tuple[float, float, float]


def places(name: str) -> list[tuple[str, float, float, float, float]]:
    """A character, its place, a turn and a scale for each glyph."""
    count, size, columns = SCENES[name]
    found = []
    for k in range(count):
        x, y = 20 + (k % columns) * size * 0.8, 20 + size + (k // columns) * size * 0.9
        turn, scale = (0.0, 1.0) if name == "T1" else (math.sin(k) * 0.5, 1 + 0.2 * math.cos(k))
        character = LINE[k % len(LINE)]
        found.append((character if character != " " else "n", x, y, turn, scale))
    return found


def color(k: int) -> Color:
    """Another one for each glyph of T3."""
    return (0.5 + 0.5 * math.sin(k), 0.5 + 0.5 * math.sin(k + 2), 0.5 + 0.5 * math.sin(k + 4))


def milliseconds(draw: Callable[[int], object], seconds: float = 1.0) -> float:
    """Of processor time for a call, the median. All draw with one thread."""
    draw(0)
    spent: list[float] = []
    end = time.perf_counter() + seconds
    while time.perf_counter() < end or len(spent) < 5:
        start = time.process_time()
        draw(len(spent))
        spent.append(time.process_time() - start)
    return 1000 * statistics.median(spent)
