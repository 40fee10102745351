"""A clip for the writers of file formats, with frames and their durations, checked options, and metadata."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias, cast

import numpy as np
import numpy.typing as npt
from PIL import Image as Pillow

from stretto._ffi import ffi
from stretto._ffi.numbers import number, shown, whole_in
from stretto.color import ColorLike, rgba
from stretto.errors import InvalidArgument

from .drawing import Pixels, Workers

if TYPE_CHECKING:
    from stretto.movie import Movie


class Clock(NamedTuple):
    """Clock of a file format, with the ticks per second and the shortest and longest duration of a frame in
    ticks.
    """

    ticks: int
    shortest: int = 1
    longest: int = 1 << 31


@dataclasses.dataclass(frozen=True)
class Clip:
    """A movie, with the function that draws its frames."""

    movie: Movie
    #: Draws the frames with the given indices in order, as the caller consumes the frames. `total` is the
    #: number of all frames for the progress report; None reports no progress.
    draw: Callable[[Iterable[int], int | None], Iterator[Pixels]]
    #: Threads that compress frames.
    workers: Workers

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        return self.movie.scene.pixel_size(self.movie.scale)

    @property
    def opaque(self) -> bool:
        """True if every frame is opaque."""
        return self.movie.scene.background[3] == 1

    def shown(self, clock: Clock) -> Iterator[tuple[int, int]]:
        """Pairs (frame, ticks) of the frames to show."""
        return self.movie._shown(clock)

    def timed(self, clock: Clock, *, again: bool = False) -> Iterator[tuple[Pixels, int]]:
        """Pairs (pixels, ticks) of the frames to show. A frame is drawn when the caller consumes the frame.
        If `again` is true, drawing reports no progress.
        """
        total = None if again else sum(1 for _ in self.shown(clock))
        indices = (index for index, _ in self.shown(clock))
        for pixels, (_, ticks) in zip(self.draw(indices, total), self.shown(clock), strict=True):
            yield pixels, ticks

    def looked_at(self, clock: Clock) -> Iterator[Pixels]:
        """Pixels of the frames to show, for analysis before writing, without progress."""
        return self.draw((index for index, _ in self.shown(clock)), None)


def durations(begins: Iterable[int], total: int, clock: Clock) -> Iterator[tuple[int, int]]:
    """Pairs (frame, ticks) of the frames to show. `begins` are the begins of all frames but the first, and
    the ticks add up to `total`.

    A frame that would last less than the clock's shortest duration is left out, and the previous frame lasts
    longer. The first frame is always shown.
    """
    shown = began = 0
    for index, begin in enumerate(begins, 1):
        if total - begin < clock.shortest:
            break
        if begin - began >= clock.shortest:
            yield shown, begin - began
            shown, began = index, begin
    yield shown, total - began


def held(frames: Iterable[tuple[Pixels, int]], longest: int) -> Iterator[tuple[Pixels, int]]:
    """Joins equal neighbours into one frame, and splits frames that last longer than `longest`."""
    pending, ticks = None, 0
    for cells, more in frames:
        if pending is not None and np.array_equal(pending, cells):
            ticks += more
            continue
        if pending is not None:
            yield from _in_parts(pending, ticks, longest)
        pending, ticks = cells, more
    if pending is not None:
        yield from _in_parts(pending, ticks, longest)


def _in_parts(cells: Pixels, ticks: int, longest: int) -> Iterator[tuple[Pixels, int]]:
    parts = max(1, -(-ticks // longest))
    for part in range(parts):
        yield cells, ticks * (part + 1) // parts - ticks * part // parts


def with_next(items: Iterable[Any]) -> Iterator[tuple[Any, Any]]:
    """Pairs (item, next item), where the last item is paired with None."""
    before = None
    for item in items:
        if before is not None:
            yield before, item
        before = item
    if before is not None:
        yield before, None


#: Red, green and blue in 0...255, as an array of shape (3,) or with one colour for every pixel.
Matte: TypeAlias = npt.NDArray[np.float64]
#: Rectangle in pixels: left, top, right, bottom.
Box: TypeAlias = tuple[int, int, int, int]


def over(frame: Pixels, matte: Matte | None) -> Pixels:
    """The frame composited over an opaque colour. An opaque frame, or the colour None, returns the frame
    unchanged.
    """
    if matte is None or (frame[..., 3] == 255).all():
        return frame
    out = np.full_like(frame, 255)
    alpha = frame[..., 3:] / 255
    out[..., :3] = np.rint(frame[..., :3] * alpha + matte * (1 - alpha))
    return out


def over_where_visible(frame: Pixels, matte: Matte | None) -> Pixels:
    """The frame composited over a colour, with pixels of alpha 0 left transparent."""
    if matte is None:
        return frame
    out = over(frame, matte)
    out[..., 3] = np.where(frame[..., 3] > 0, 255, 0)
    return out


def bounding_box(mask: npt.NDArray[np.bool_]) -> Box:
    """The bounding box of the set elements of a mask. The bounding box of an empty mask is one pixel, because
    a frame cannot be empty.
    """
    rows, columns = np.flatnonzero(mask.any(axis=1)), np.flatnonzero(mask.any(axis=0))
    if not len(rows):
        return 0, 0, 1, 1
    return int(columns[0]), int(rows[0]), int(columns[-1]) + 1, int(rows[-1]) + 1


def changes(before: Pixels, after: Pixels) -> npt.NDArray[np.bool_]:
    """Mask of the pixels that differ between two frames."""
    words: npt.NDArray[np.bool_] = (
        np.ascontiguousarray(before).view(np.uint32) != np.ascontiguousarray(after).view(np.uint32)
    )[..., 0]
    return words


class Patch(NamedTuple):
    """Difference between a frame and the frame before it.

    If `is_over` is set, the patch is composited over the previous frame, and transparent pixels of the patch
    leave the previous frame unchanged, which compresses better. If `is_over` is not set, the patch replaces
    all pixels of its rectangle.
    """

    left: int
    top: int
    pixels: Pixels
    is_over: bool
    ticks: int


def patches(
    frames: Iterable[tuple[Pixels, int]], grain: int = 1, may_lie_over: bool = True
) -> Iterator[Patch]:
    """Patches from each frame to the next. Left and top of each patch are multiples of `grain`."""
    before = None
    for frame, ticks in frames:
        if before is None:
            yield Patch(0, 0, frame, False, ticks)
        else:
            changed = changes(before, frame)
            left, top, right, bottom = bounding_box(changed)
            left, top = left - left % grain, top - top % grain
            area = np.s_[top:bottom, left:right]
            is_over = may_lie_over and bool((frame[changed][:, 3] == 255).all())
            pixels = frame[area] * changed[area][..., np.newaxis] if is_over else frame[area]
            yield Patch(left, top, pixels, is_over, ticks)
        before = frame


def bled(frame: Pixels) -> Pixels:
    """The frame with colours extended into its transparent pixels. Alpha stays unchanged.

    Codecs with half the colour resolution mix colours across edges, so black transparent pixels next to an
    edge would be visible as a rim. The colours of the frame are averaged into smaller and smaller pictures,
    whose colours then fill the transparent pixels.
    """
    visible = frame[..., 3] > 0
    if visible.all() or not visible.any():
        return frame
    alpha = frame[..., 3:].astype(np.float32)
    color = _filled(np.concatenate([frame[..., :3] * alpha, alpha], axis=2))
    out: Pixels = frame.copy()
    out[~visible, :3] = np.rint(color[~visible])
    return out


def _filled(weighted: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    """Colours of all pixels from premultiplied (red, green, blue, weight), where a weight may be 0."""
    height, width = weighted.shape[:2]
    weight = weighted[..., 3:]
    color = np.divide(weighted[..., :3], np.maximum(weight, np.float32(1e-6)), dtype=np.float32)
    if (height, width) == (1, 1):
        return color
    even = np.pad(weighted, ((0, height % 2), (0, width % 2), (0, 0)))
    smaller = _filled(even[::2, ::2] + even[1::2, ::2] + even[::2, 1::2] + even[1::2, 1::2])
    larger = smaller.repeat(2, axis=0).repeat(2, axis=1)[:height, :width]
    return np.where(weight > 0, color, larger).astype(np.float32)


@dataclasses.dataclass(frozen=True)
class Layout:
    """Layout of `count` frames in rows, with gaps of `gap` transparent pixels."""

    count: int
    #: Width and height of a frame in pixels.
    frame: tuple[int, int]
    columns: int
    gap: int = 0

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the sheet in pixels."""
        across, down = (side + self.gap for side in self.frame)
        return self.columns * across - self.gap, math.ceil(self.count / self.columns) * down - self.gap

    def corner(self, index: int) -> tuple[int, int]:
        """Left and top of a frame in pixels."""
        across, down = (side + self.gap for side in self.frame)
        return index % self.columns * across, index // self.columns * down

    def filled(self, frames: Iterable[Pixels]) -> Pixels:
        """The sheet that contains the given frames."""
        sheet = np.zeros((*self.size[::-1], 4), np.uint8)
        width, height = self.frame
        for index, pixels in enumerate(frames):
            left, top = self.corner(index)
            sheet[top : top + height, left : left + width] = pixels
        return sheet


def about_square(count: int, frame: tuple[int, int], widest: int | None = None) -> Layout:
    """The layout that is closest to a square, at most `widest` pixels wide."""
    columns = round(math.sqrt(count * frame[1] / frame[0]))
    if widest is not None:
        columns = min(columns, widest // frame[0])
    return Layout(count, frame, max(1, min(count, columns)))


#: Dithering methods.
Dither: TypeAlias = Literal["ordered", "diffusion"]
DITHERS = ("ordered", "diffusion")
#: Largest number of colours of a GIF. The last index of a GIF's palette stands for transparent or unchanged
#: pixels.
COLORS = 255
_MAX_LOOP = 65_534
MOST_EFFORT = 6


class _Default:
    """Default of an option that differs between file formats. The help of a function shows the repr of the
    default.
    """

    def __init__(self, shown: str) -> None:
        self._shown = shown

    def __repr__(self) -> str:
        return self._shown


#: Defaults of `Movie.save`. The defaults are typed as Any, so that each parameter has the type of the values
#: that callers pass.
LOOP: Any = _Default("0")
MATTE: Any = _Default("None")
COLORS_OF_ALL: Any = _Default("255 in a GIF")
DITHER: Any = _Default("None")
QUALITY: Any = _Default("65 for video")
EFFORT: Any = _Default("2 without loss, 4 with")
COMPRESS: Any = _Default("2")
COLUMNS: Any = _Default("None")


def given(**values: Any) -> dict[str, Any]:
    """The options that differ from their defaults."""
    return {name: value for name, value in values.items() if not isinstance(value, _Default)}


def matte_of(color: ColorLike | None) -> Matte | None:
    """Returns the colour behind frames, or None. Raises InvalidArgument for a transparent colour."""
    if color is None:
        return None
    *rgb, alpha = rgba(color, "matte")
    if alpha != 1:
        raise InvalidArgument(f"matte was given {shown(color)}; an opaque colour is needed")
    return np.array(rgb) * 255


def repeats_of(loop: int | None) -> int | None:
    """Returns the number of repeats after the first play, 0 for endless repeats, or None for no repeat."""
    if loop is None:
        return None
    allowed = f"from 1 to {_MAX_LOOP}, 0 for ever, or None for once"
    if isinstance(
        cast(object, loop), (bool, np.bool_)
    ):  # as numbers, True would play twice and False for ever
        raise TypeError(f"loop takes a number, not {loop}; it is {allowed}")
    return whole_in(loop, "loop", 0, _MAX_LOOP, allowed)


def loop_count_of(loop: int | None) -> int:
    """Returns the total number of plays, as in APNG and WebP, or 0 for endless plays."""
    count = repeats_of(loop)
    return 1 if count is None else count + 1 if count else 0


def palette_size(colors: int) -> int:
    """Returns the number of colours of a palette."""
    return whole_in(colors, "colors", 2, COLORS, f"from 2 to {COLORS}")


def dither_of(dither: str | None) -> str | None:
    """Returns the name of a dithering method, or None."""
    if dither is not None and not (isinstance(dither, str) and dither in DITHERS):
        allowed = ", ".join(map(repr, DITHERS))
        raise InvalidArgument(f"dither was given {shown(dither)}; it is {allowed} or None")
    return dither


def effort_of(effort: int) -> int:
    """Returns the effort of an encoder. A higher effort takes longer and makes smaller files."""
    return whole_in(effort, "effort", 0, MOST_EFFORT, f"from 0 (fastest) to {MOST_EFFORT} (smallest)")


def quality_of(quality: float) -> float:
    """Returns a quality in 0...100."""
    value = number(quality, "quality")
    if not 0 <= value <= 100:
        raise InvalidArgument(f"quality was given {value:g}; it is from 0 (smallest) to 100 (best)")
    return value


_EXIF_IMAGE_DESCRIPTION, _EXIF_SOFTWARE = 0x010E, 0x0131


def software() -> str:
    """Name and version of the library, such as "stretto 0.1.0"."""
    return f"stretto {ffi.lib.stretto_version().decode('ascii')}"


def digest_of(movie: Movie) -> str | None:
    """The digest of the scene, or None if the scene has no digest."""
    find = getattr(movie.scene, "digest", None)
    return None if find is None else str(find())


def description_of(movie: Movie) -> str:
    """Text of pairs `name=value` that identify the scene and the frames, with exact numbers."""
    words = {"scene": digest_of(movie), "start": movie.start, "duration": movie.duration}
    words |= {"fps": movie.fps, "scale": movie.scale}
    return " ".join(f"{name}={value}" for name, value in words.items() if value is not None)


def texts_of(movie: Movie) -> dict[str, str]:
    """Text chunks of a PNG, by the keywords of its specification."""
    return {"Software": software(), "Description": description_of(movie)}


def comment_of(movie: Movie) -> str:
    """Software and description in one line, for formats with a single comment."""
    return f"{software()} {description_of(movie)}"


def exif_of(movie: Movie) -> bytes:
    """An EXIF block with Software and ImageDescription."""
    block = Pillow.Exif()
    block[_EXIF_SOFTWARE] = software()
    block[_EXIF_IMAGE_DESCRIPTION] = description_of(movie)
    return block.tobytes().removeprefix(b"Exif\0\0")
