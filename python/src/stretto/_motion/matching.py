"""Matches paths so that any two paths can be interpolated. Matched paths have equal numbers of contours and
of segments.

Contours of two paths are paired by area and position. The first points of two closed contours are chosen so
that points at equal fractions of the lengths are nearest. The correlation of sampled points finds the first
points. Each contour is cut where one of its partners has a corner. The computing time for n segments grows as
n log n.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from stretto._ffi.numbers import shown
from stretto._model.convert import listed
from stretto.errors import InvalidArgument, LimitError
from stretto.path import Path

_Floats = npt.NDArray[np.float64]
_Indices = npt.NDArray[np.intp]
#: Largest number of elements of a path, and of segments of one contour in all paths together.
_MOST = 1 << 18
#: Number of points of a contour that are compared to find the contour's first point.
_SAMPLES = 256
#: Number of chords that approximate a curve to measure its length.
_CHORDS = 16
#: Number of contours of similar area that are compared in pairs.
_BLOCK = 32
#: Largest difference of two fractions of a length that count as equal.
_NEAR = 1e-9


@dataclasses.dataclass(frozen=True)
class _Contour:
    """A connected outline of cubic segments, as an array (n, 4, 2). Each segment begins at the end of the
    previous segment.
    """

    segments: _Floats
    closed: bool
    #: Fraction of the length at which each segment begins, followed by 1.
    fractions: _Floats
    #: Signed area, whose sign is the direction of the outline.
    area: float
    middle: _Floats

    @staticmethod
    def of(segments: _Floats, closed: bool) -> _Contour:
        points = _at(segments, np.linspace(0, 1, _CHORDS + 1))
        # NumPy adds cumulative sums in the same order on every machine.
        ends = np.cumsum(_chord_lengths(points)[:, -1])
        parts = ends / ends[-1] if ends[-1] > 0 else np.arange(1, len(ends) + 1) / len(ends)
        fractions = np.concatenate([[0], parts[:-1], [1]])
        corners = points[:, :-1].reshape(-1, 2)
        x, y = (corners - corners[0]).T
        area = float(np.cumsum(x * np.roll(y, -1) - y * np.roll(x, -1))[-1]) / 2
        middle = np.cumsum(points.mean(axis=1) * np.diff(fractions)[:, np.newaxis], axis=0)[-1]
        return _Contour(segments, closed, fractions, area, middle)

    def reversed(self) -> _Contour:
        return _Contour.of(self.segments[::-1, ::-1], self.closed)

    def at(self, fractions: _Floats) -> _Floats:
        """The points at the given fractions of the contour's length, (n, 2)."""
        which, parts = self._found(fractions)
        return np.asarray(_at(self.segments[which], parts[:, np.newaxis])[:, 0])

    def begun_at(self, fraction: float) -> _Contour:
        """The closed contour with a different first point."""
        if fraction < _NEAR or fraction > 1 - _NEAR:
            return self
        which, part = self._found(np.array([fraction]))
        whole, cut = int(which[0]), self.segments[which]
        before, after = _part(cut, np.zeros(1), part), _part(cut, part, np.ones(1))
        segments = [after[part < 1], self.segments[whole + 1 :], self.segments[:whole], before[part > 0]]
        return _Contour.of(np.concatenate(segments), self.closed)

    def cut_at(self, fractions: _Floats) -> _Contour:
        """The contour with segments that begin at exactly the given fractions. The fractions include the
        begins of the contour's own segments.
        """
        which, _ = self._found((fractions[:-1] + fractions[1:]) / 2)
        starts, ends = (self._parts(which, each) for each in (fractions[:-1], fractions[1:]))
        return dataclasses.replace(
            self, segments=_part(self.segments[which], starts, ends), fractions=fractions
        )

    def shrunk(self) -> _Contour:
        """The contour shrunk to a point at its centre."""
        return dataclasses.replace(self, segments=np.broadcast_to(self.middle, self.segments.shape), area=0.0)

    def _found(self, fractions: _Floats) -> tuple[_Indices, _Floats]:
        """The segments that contain the given fractions of the length, and the parameters in the segments."""
        which = np.clip(
            np.searchsorted(self.fractions, fractions, side="right") - 1, 0, len(self.segments) - 1
        )
        return which, self._parts(which, fractions)

    def _parts(self, which: _Indices, fractions: _Floats) -> _Floats:
        """The parameters of segments, 0...1, at the given fractions of the length of the contour."""
        begins = self.fractions[which]
        widths = self.fractions[which + 1] - begins
        parts = np.divide(fractions - begins, widths, out=np.zeros(len(fractions)), where=widths > 0)
        return _parameters(self.segments[which], np.clip(parts, 0, 1))


def paths(values: object) -> list[Path]:
    """Returns the values of an animation as paths. A text is SVG path data.

    Raises:
        InvalidArgument: For other values, or an empty list.
    """
    found = [Path(value) if isinstance(value, str) else value for value in listed(values, "values", "paths")]
    for value in found or [None]:
        if not isinstance(value, Path):
            raise InvalidArgument(f"matched is for values that are paths; {shown(value)} was given")
    return found


def matched(paths: Sequence[Path]) -> list[Path]:
    """Returns the outlines of paths with equal numbers of contours and segments, so that they can be
    interpolated.

    A contour without a partner in the other path grows from a point. If a closed and an open contour are
    partners, the closed contour becomes open.

    Raises:
        LimitError: For more than 262,144 elements of a path, or segments of a contour in all paths together.
    """
    rows = [_contours(path) for path in paths]
    aligned = [rows[0]]
    for row in rows[1:]:
        before, after = _paired(aligned[-1], row)
        # A contour that exists only from this path on is a point in the earlier paths.
        added = len(before) - len(aligned[-1])
        if added:
            aligned = [
                [*earlier, *(extra.shrunk() for extra in after[len(earlier) :])] for earlier in aligned
            ]
        aligned.append(after)
    columns = [_cut_alike(list(column)) for column in zip(*aligned, strict=True)]
    return [_path([column[index] for column in columns]) for index in range(len(paths))]


def _contours(path: Path) -> list[_Contour]:
    elements = path.elements()
    if len(elements) > _MOST:
        raise LimitError(f"a path of {len(elements)} elements cannot be matched; {_MOST} are allowed")
    made: list[_Contour] = []
    segments: list[_Floats] = []
    start = last = np.zeros(2)

    def end(closed: bool) -> None:
        if closed and np.any(last != start):
            segments.append(_line(last, start))
        if segments:
            made.append(_Contour.of(np.array(segments), closed))
        segments.clear()

    for letter, values in elements:
        points = np.array(values, float).reshape(-1, 2)
        if letter in "MZ":
            end(letter == "Z")
            start = last = points[0] if letter == "M" else start
            continue
        if letter == "L":
            curve = _line(last, points[0])
        elif letter == "Q":
            inner = (last + 2 * points[0]) / 3, (points[1] + 2 * points[0]) / 3
            curve = np.array([last, *inner, points[1]])
        else:
            curve = np.array([last, *points])
        if np.any(curve != curve[0]):
            segments.append(curve)
        last = points[-1]
    end(False)
    return made


def _paired(first: list[_Contour], second: list[_Contour]) -> tuple[list[_Contour], list[_Contour]]:
    """Two lists of contours in the order of the first list, with partners at equal indices."""
    if sum(one.area for one in first) * sum(one.area for one in second) < 0:
        second = [one.reversed() for one in second]
    partners: dict[int, int] = {}
    for sign in (True, False):
        own_indices, other_indices = (
            sorted(
                (index for index, one in enumerate(row) if (one.area < 0) == sign),
                key=lambda index: -abs(row[index].area),
            )
            for row in (first, second)
        )
        for begin in range(0, min(len(own_indices), len(other_indices)), _BLOCK):
            block = slice(begin, begin + _BLOCK)
            partners |= _nearest(first, second, own_indices[block], other_indices[block])
    alone = sorted(set(range(len(second))) - set(partners.values()))
    left = [index for index in range(len(first)) if index not in partners]
    # Contours of opposite directions become partners before any contour shrinks to a point.
    partners |= dict(zip(left, alone, strict=False))
    after = [
        _begun_alike(one, second[partners[index]]) if index in partners else one.shrunk()
        for index, one in enumerate(first)
    ]
    extra = [second[index] for index in alone[len(left) :]]
    return [*first, *(one.shrunk() for one in extra)], [*after, *extra]


def _nearest(
    first: list[_Contour], second: list[_Contour], own_indices: list[int], other_indices: list[int]
) -> dict[int, int]:
    """Pairs of contours, the most similar in position and size first."""

    def features(row: list[_Contour], chosen: list[int]) -> _Floats:
        return np.array([(*row[index].middle, abs(row[index].area) ** 0.5) for index in chosen])

    away = features(first, own_indices)[:, np.newaxis] - features(second, other_indices)
    costs = (away**2).sum(axis=2)
    pairs: dict[int, int] = {}
    taken: set[int] = set()
    for pair_index in np.argsort(costs, axis=None, kind="stable"):
        one, other = divmod(int(pair_index), len(other_indices))
        if own_indices[one] not in pairs and other not in taken:
            pairs[own_indices[one]] = other_indices[other]
            taken.add(other)
    return pairs


def _begun_alike(first: _Contour, second: _Contour) -> _Contour:
    """The second contour, beginning where its points are nearest to those of the first contour."""
    if not (first.closed and second.closed):
        ends = first.at(np.linspace(0, 1, _SAMPLES))
        if second.closed:
            fractions = np.arange(_SAMPLES) / _SAMPLES
            second = second.begun_at(
                float(fractions[((second.at(fractions) - ends[0]) ** 2).sum(axis=1).argmin()])
            )
        costs = [
            ((one.at(np.linspace(0, 1, _SAMPLES)) - ends) ** 2).sum() for one in (second, second.reversed())
        ]
        return second if costs[0] <= costs[1] else second.reversed()
    fractions = np.arange(_SAMPLES) / _SAMPLES
    own_points, other_points = (_complex(one.at(fractions) - one.middle) for one in (first, second))
    likeness = np.fft.ifft(np.conj(np.fft.fft(own_points)) * np.fft.fft(other_points)).real
    # If several maxima are equal, the first maximum is used, because rounding errors differ between machines.
    best = float(np.argmax(likeness >= likeness.max() - 1e-9 * np.abs(likeness).max())) / _SAMPLES
    # A contour that begins at a nearby corner needs no cut beside the corner.
    corner = float(second.fractions[np.argmin(np.abs(second.fractions - best))])
    return second.begun_at(corner if abs(corner - best) <= 1 / _SAMPLES else best)


def _complex(points: _Floats) -> npt.NDArray[np.complex128]:
    return np.asarray(points[:, 0] + 1j * points[:, 1])


def _cut_alike(column: list[_Contour]) -> list[_Contour]:
    """Partner contours that are cut at common fractions of their lengths. Either all of the contours are
    closed, or all are open.
    """
    fractions = _distinct(np.concatenate([one.fractions for one in column]))
    if len(fractions) * len(column) > _MOST:
        raise LimitError(f"matched paths of {len(column)} values have more than {_MOST} segments in all")
    closed = all(one.closed for one in column)
    return [dataclasses.replace(one.cut_at(fractions), closed=closed) for one in column]


def _distinct(fractions: _Floats) -> _Floats:
    """Sorted fractions without duplicates, where fractions that differ only by rounding count as equal."""
    found = np.sort(fractions)
    is_distinct = np.concatenate([[True], np.diff(found) > _NEAR])
    made = found[is_distinct]
    made[0], made[-1] = 0, 1
    return np.asarray(made)


def _line(start: _Floats, end: _Floats) -> _Floats:
    return np.array([start, start + (end - start) / 3, end + (start - end) / 3, end])


def _at(segments: _Floats, parts: _Floats) -> _Floats:
    """Points of cubic curves at parameters: (n, 4, 2) and (m,) or (n, m) give (n, m, 2)."""
    t = np.broadcast_to(parts, (len(segments), np.shape(parts)[-1]))[..., np.newaxis]
    a, b, c, d = (segments[:, np.newaxis, index] for index in range(4))
    u = 1 - t
    made: _Floats = u**3 * a + 3 * u**2 * t * b + 3 * u * t**2 * c + t**3 * d
    return made


def _chord_lengths(points: _Floats) -> _Floats:
    """Length of curves from their start to each further point, along chords."""
    made: _Floats = np.cumsum(np.hypot(*np.moveaxis(np.diff(points, axis=1), 2, 0)), axis=1)
    return made


def _parameters(segments: _Floats, parts: _Floats) -> _Floats:
    """The parameter of each curve at a fraction of the curve's length."""
    grid = np.linspace(0, 1, _CHORDS + 1)
    points = _at(segments, grid)
    lengths = _chord_lengths(points)
    total = lengths[:, -1:]
    wanted = parts[:, np.newaxis] * total
    chord = np.minimum((lengths < wanted).sum(axis=1), _CHORDS - 1)
    rows = np.arange(len(segments))
    before = np.where(chord > 0, lengths[rows, chord - 1], 0)
    width = lengths[rows, chord] - before
    inside = np.divide(wanted[:, 0] - before, width, out=np.zeros(len(rows)), where=width > 0)
    made = np.where(total[:, 0] > 0, (chord + np.clip(inside, 0, 1)) / _CHORDS, parts)
    return np.asarray(np.where(parts <= 0, 0.0, np.where(parts >= 1, 1.0, made)))


def _part(segments: _Floats, starts: _Floats, ends: _Floats) -> _Floats:
    """The parts of cubic curves between two parameters (de Casteljau, in blossom form)."""
    s, e = starts[:, np.newaxis], ends[:, np.newaxis]

    def blossom(x: _Floats, y: _Floats, z: _Floats) -> _Floats:
        a, b, c, d = (segments[:, index] for index in range(4))
        ab, bc, cd = a + x * (b - a), b + x * (c - b), c + x * (d - c)
        abc, bcd = ab + y * (bc - ab), bc + y * (cd - bc)
        return np.asarray(abc + z * (bcd - abc))

    return np.stack([blossom(s, s, s), blossom(s, s, e), blossom(s, e, e), blossom(e, e, e)], axis=1)


def _path(contours: list[_Contour]) -> Path:
    commands = []
    for one in contours:
        start, *rest = (
            " ".join(map(repr, points.ravel().tolist()))
            for points in (one.segments[0, 0], one.segments[:, 1:])
        )
        commands.append(f"M{start}C{rest[0]}" + ("Z" if one.closed else ""))
    return Path("".join(commands)) if commands else Path()
