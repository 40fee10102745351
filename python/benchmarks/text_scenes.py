"""Scenes of the text benchmark: equal glyphs in equal positions for all libraries."""

import math
import statistics
import time
from collections.abc import Callable
from pathlib import Path

BUILD = Path(__file__).parents[2] / ".build"
#: Font files: the library's subset of the sans-serif font, coloured faces that the benchmark makes, and
#: Debian's emoji.
FONTS = {
    "sans": BUILD / "text" / "stretto-sans.ttf",
    "vectors": BUILD / "bench" / "faces.ttf",
    "bitmaps": Path("/usr/share/fonts/truetype/noto/NotoColorEmoji.ttf"),
}
LINE = "The quick brown fox jumps over the lazy dog, and then some more of it; 0123456789 (and so on) again."
WIDTH, HEIGHT = 1400, 1500
EMOJI = "".join(map(chr, range(0x1F600, 0x1F618)))
#: Number of glyphs, points per em, and glyphs per row.
SCENES = {
    "T1": (10_000, 12, 100),
    "T2": (10_000, 16, 100),
    "T3": (500, 64, 25),
    "T4 vectors": (1_000, 28, 40),
    "T4 bitmaps": (1_000, 28, 40),
}

Color = tuple[float, float, float]


def glyph_runs(name: str) -> list[tuple[str, float, float, float, float]]:
    """A character, its position, a rotation and a scale for each glyph."""
    count, size, columns = SCENES[name]
    line, wide = (EMOJI, 1.2) if name.startswith("T4") else (LINE, 0.8)
    found = []
    for k in range(count):
        x, y = 20 + (k % columns) * size * wide, 20 + size + (k // columns) * size * (wide + 0.1)
        turn, scale = (0.0, 1.0) if name == "T1" else (math.sin(k) * 0.5, 1 + 0.2 * math.cos(k))
        character = line[k % len(line)]
        found.append((character if character != " " else "n", x, y, turn, scale))
    return found


def font_file(name: str) -> Path:
    """The font file of a scene, which all libraries use."""
    return FONTS[name.removeprefix("T4 ") if name.startswith("T4") else "sans"]


def color(k: int) -> Color:
    """The colour of glyph `k` of T3."""
    return (0.5 + 0.5 * math.sin(k), 0.5 + 0.5 * math.sin(k + 2), 0.5 + 0.5 * math.sin(k + 4))


def milliseconds(draw: Callable[[int], object], seconds: float = 1.0) -> float:
    """Median processor time of a call in milliseconds. All libraries of the text benchmark draw with one
    thread.
    """
    draw(0)
    spent: list[float] = []
    end = time.perf_counter() + seconds
    while time.perf_counter() < end or len(spent) < 5:
        start = time.process_time()
        draw(len(spent))
        spent.append(time.process_time() - start)
    return 1000 * statistics.median(spent)
