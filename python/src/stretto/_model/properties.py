"""The properties of layers, animations, cells and behaviors, and the constructors that take them.

The tool tools/generate_properties.py generates this module from the library's table of properties.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Unpack

from stretto._ffi.lazy import lazily

from . import property as p
from .convert import Animatable, Kind, Outline
from .names import (
    AlignmentMode,
    AttractorType,
    CalculationMode,
    CompositingFilter,
    ContentsGravity,
    CornerCurve,
    EmitterMode,
    EmitterShape,
    FillMode,
    FillRule,
    GradientType,
    InstanceAnchor,
    InstanceUnit,
    KeyPath,
    LineCap,
    LineJoin,
    MagnificationFilter,
    MaskedCorner,
    MinificationFilter,
    ParticleType,
    RenderMode,
    RotationMode,
    Subtype,
    Technique,
    TransitionType,
    TruncationMode,
    ValueFunction,
    VerticalAlignmentMode,
    WritingDirection,
)

if TYPE_CHECKING:
    from stretto.animation import Animation
    from stretto.layer import Layer

    from . import keywords as k
else:
    k = lazily("stretto._model.keywords")


class LayerProperties(p.PropertyObject):
    """Properties of every layer."""

    __slots__ = ()

    def __init__(self, **properties: Unpack[k.LayerKeywords]) -> None:
        self._init(properties)

    begin_time = p.Number(
        Kind.NUMBER,
        "beginTime",
        "Begin time in seconds of the superlayer's local time. The layer is hidden before its begin "
        "time, unless the begin time is 0 or fillMode fills backwards. Default 0.",
    )
    time_offset = p.Number(
        Kind.NUMBER,
        "timeOffset",
        "Seconds that are added to the local time, after the speed. Default 0.",
    )
    speed = p.Number(
        Kind.NUMBER,
        "speed",
        "Speed of the local time relative to the parent's time. 0 stops the local time, and a negative "
        "speed runs backwards. Default 1. Animatable.",
    )
    duration = p.Number(Kind.NUMBER, "duration", "Duration of one iteration in seconds. Default inf.")
    repeat_count = p.Number(
        Kind.NUMBER,
        "repeatCount",
        "Number of iterations, fractions allowed. 0 counts as 1, and infinity repeats for ever. Default 0.",
    )
    repeat_duration = p.Number(
        Kind.NUMBER,
        "repeatDuration",
        "Total duration of all iterations in seconds. A duration above 0 replaces repeatCount. Default 0.",
    )
    autoreverses = p.Boolean(
        Kind.BOOLEAN,
        "autoreverses",
        "Whether each iteration also plays backwards, which doubles its duration. Default False.",
    )
    fill_mode = p.Name[FillMode](
        Kind.NAME,
        "fillMode",
        "Whether the first value shows before the begin, and the last value after the end. One of "
        '"removed", "backwards", "forwards", "both". Default "removed".',
    )
    name = p.String(
        Kind.STRING,
        "name",
        'Any text. Default "".',
    )
    bounds = p.Rect(
        Kind.RECT,
        "bounds",
        "Rectangle (x, y, width, height) of the layer in its own coordinates. Changing the origin moves "
        "the sublayers. Default (0, 0, 0, 0). Animatable.",
    )
    position = p.Point(
        Kind.POINT,
        "position",
        "Position (x, y) of the anchor point in the superlayer's coordinates. Default (0, 0). Animatable.",
    )
    frame = p.Rect(
        Kind.RECT,
        "frame",
        "Bounding box (x, y, width, height) of the transformed bounds in the superlayer's coordinates, "
        "computed from the other properties. Default (0, 0, 0, 0).",
    )
    z_position = p.Number(
        Kind.NUMBER,
        "zPosition",
        "Depth in points. Sublayers with a greater depth are drawn over the other sublayers. Default 0. "
        "Animatable.",
    )
    anchor_point = p.Point(
        Kind.POINT,
        "anchorPoint",
        "Centre of the transform in fractions of the bounds: (0, 0) is the top left corner, (1, 1) the "
        "bottom right corner. Default (0.5, 0.5). Animatable.",
    )
    anchor_point_z = p.Number(
        Kind.NUMBER,
        "anchorPointZ",
        "Depth of the transform's centre in points. Default 0. Animatable.",
    )
    transform = p.Transform(
        Kind.TRANSFORM,
        "transform",
        "Transform of the layer about its anchor point. Default the identity. Animatable.",
    )
    sublayer_transform = p.Transform(
        Kind.TRANSFORM,
        "sublayerTransform",
        "Transform of the sublayers about the anchor point, such as a perspective. Default the "
        "identity. Animatable.",
    )
    geometry_flipped = p.Boolean(
        Kind.BOOLEAN,
        "geometryFlipped",
        "Whether the sublayers are mirrored vertically. Default False.",
    )
    double_sided = p.Boolean(
        Kind.BOOLEAN,
        "doubleSided",
        "Whether the layer is visible from behind. Default True. Animatable.",
    )
    hidden = p.Boolean(
        Kind.BOOLEAN,
        "hidden",
        "Whether the layer and its sublayers are invisible. Default False. Animatable.",
    )
    opacity = p.Number(
        Kind.NUMBER,
        "opacity",
        "Opacity of the layer with its sublayers as one picture, from 0 (invisible) to 1. Other values "
        "are clamped. Default 1. Animatable.",
    )
    masks_to_bounds = p.Boolean(
        Kind.BOOLEAN,
        "masksToBounds",
        "Whether contents and sublayers are clipped to the rounded bounds. Default False. Animatable.",
    )
    background_color = p.Color(
        Kind.COLOR,
        "backgroundColor",
        "Colour that fills the rounded bounds. Default None. Animatable.",
    )
    corner_radius = p.Number(
        Kind.NUMBER,
        "cornerRadius",
        "Radius of the corners in points, at most half of the shorter side. A negative radius counts as "
        "0. Default 0. Animatable.",
    )
    masked_corners = p.Names[MaskedCorner](
        Kind.NAMES,
        "maskedCorners",
        'Corners that are rounded. Any of "minXMinY", "maxXMinY", "minXMaxY", "maxXMaxY". Default '
        '"minXMinY maxXMinY minXMaxY maxXMaxY".',
    )
    border_width = p.Number(
        Kind.NUMBER,
        "borderWidth",
        "Width in points of a border inside the bounds, over everything in the layer. Default 0. Animatable.",
    )
    border_color = p.Color(
        Kind.COLOR,
        "borderColor",
        "Colour of the border. Default (0, 0, 0, 1). Animatable.",
    )
    contents = p.ImageProperty(Kind.IMAGE, "contents", "Picture in the bounds. Default None. Animatable.")
    contents_gravity = p.Name[ContentsGravity](
        Kind.NAME,
        "contentsGravity",
        'Alignment or scaling of the picture in the bounds. One of "resize", "resizeAspect", '
        '"resizeAspectFill", "center", "top", "bottom", "left", "right", "topLeft", "topRight", '
        '"bottomLeft", "bottomRight". Default "resize".',
    )
    contents_rect = p.Rect(
        Kind.RECT,
        "contentsRect",
        "Visible part (x, y, width, height) of the picture, in fractions of the picture's size. Outside "
        "the picture its edge pixels are repeated. Default (0, 0, 1, 1). Animatable.",
    )
    contents_scale = p.Number(
        Kind.NUMBER,
        "contentsScale",
        "Pixels of the picture per point, for gravities that do not scale the picture. Default 1. "
        "Animatable.",
    )
    magnification_filter = p.Name[MagnificationFilter](
        Kind.NAME,
        "magnificationFilter",
        'Filter for enlarging the picture. One of "linear", "nearest", "trilinear". Default "linear".',
    )
    minification_filter = p.Name[MinificationFilter](
        Kind.NAME,
        "minificationFilter",
        "Filter for shrinking the picture: the mean over each pixel's area, or trilinear interpolation "
        'between two smaller pictures. One of "linear", "nearest", "trilinear". Default "linear".',
    )
    minification_filter_bias = p.Number(
        Kind.NUMBER,
        "minificationFilterBias",
        "Bias of the trilinear filter in mipmap levels. 1 uses pictures of half the size, which look "
        "softer, and a negative bias looks sharper. Default 0. Animatable.",
    )
    shadow_color = p.Color(
        Kind.COLOR,
        "shadowColor",
        "Colour of the shadow. Default (0, 0, 0, 1). Animatable.",
    )
    shadow_opacity = p.Number(
        Kind.NUMBER,
        "shadowOpacity",
        "Opacity of the shadow, from 0 (none) to 1. Default 0. Animatable.",
    )
    shadow_offset = p.Size(
        Kind.SIZE,
        "shadowOffset",
        "Offset (x, y) of the shadow in points along the layer's axes. Because y grows downwards, the "
        "default shadow lies above the picture. Default (0, -3). Animatable.",
    )
    shadow_radius = p.Number(
        Kind.NUMBER,
        "shadowRadius",
        "Blur of the shadow as the standard deviation of a Gaussian, in points. Default 3. Animatable.",
    )
    shadow_path = p.PathProperty(
        Kind.PATH,
        "shadowPath",
        "Outline that casts the shadow instead of the picture's alpha, in the layer's coordinates. "
        "Default None. Animatable.",
    )
    filters = p.Filters(
        Kind.FILTERS,
        "filters",
        "Filters of the layer with its sublayers, in the order of application. `Filter` lists the "
        "types. Default ().",
    )
    background_filters = p.Filters(
        Kind.FILTERS,
        "backgroundFilters",
        "Filters of the backdrop inside the layer's bounds. `Filter` lists the types. Default ().",
    )
    compositing_filter = p.OptionalName[CompositingFilter](
        Kind.NAME,
        "compositingFilter",
        "Blend mode or Porter-Duff operator for drawing the layer over its backdrop, weighted by the "
        'coverage of the layer\'s shapes. None is normalBlendMode. One of "sourceOver", '
        '"normalBlendMode", "plusL", "multiplyBlendMode", "screenBlendMode", "overlayBlendMode", '
        '"darkenBlendMode", "lightenBlendMode", "colorDodgeBlendMode", "colorBurnBlendMode", '
        '"softLightBlendMode", "hardLightBlendMode", "differenceBlendMode", "exclusionBlendMode", '
        '"hueBlendMode", "saturationBlendMode", "colorBlendMode", "luminosityBlendMode", '
        '"subtractBlendMode", "divideBlendMode", "linearBurnBlendMode", "linearDodgeBlendMode", '
        '"linearLightBlendMode", "vividLightBlendMode", "pinLightBlendMode", "clear", "copy", '
        '"sourceIn", "sourceOut", "sourceAtop", "dest", "destOver", "destIn", "destOut", "destAtop", '
        '"xor", "plusD". Default "normalBlendMode".',
    )
    allows_group_opacity = p.Boolean(
        Kind.BOOLEAN,
        "allowsGroupOpacity",
        "Whether opacity fades the layer with its sublayers as one picture. False fades each of them "
        "separately. Default True.",
    )
    allows_group_blending = p.Boolean(
        Kind.BOOLEAN,
        "allowsGroupBlending",
        "Whether the blend modes of sublayers stay inside the layer if the layer is drawn as a separate "
        "picture. Default True.",
    )
    corner_curve = p.Name[CornerCurve](
        Kind.NAME,
        "cornerCurve",
        'Shape of rounded corners: a circular arc, or a smoother continuous curve. One of "circular", '
        '"continuous". Default "circular".',
    )
    contents_center = p.Rect(
        Kind.RECT,
        "contentsCenter",
        "Stretchable part of the contents in fractions of the visible part. The rest keeps its size. "
        "Default (0, 0, 1, 1). Animatable.",
    )
    contents_multiply_color = p.Color(
        Kind.COLOR,
        "contentsMultiplyColor",
        "Colour that multiplies the contents, including their alpha; None is white. Default None. "
        "Animatable.",
    )
    should_rasterize = p.Boolean(
        Kind.BOOLEAN,
        "shouldRasterize",
        "Whether the layer is drawn with at most rasterizationScale pixels per point. Default False. "
        "Animatable.",
    )
    rasterization_scale = p.Number(
        Kind.NUMBER,
        "rasterizationScale",
        "Pixels per point of a layer with shouldRasterize. Default 1. Animatable.",
    )
    mask = p.LayerProperty(
        Kind.LAYER,
        "mask",
        "Layer whose alpha masks this layer, in the coordinates of this layer. Default None.",
    )


class InstancesProperties(p.PropertyObject):
    """Properties of the copies of replicators and texts."""

    __slots__ = ()

    instance_delay = p.Number(
        Kind.NUMBER,
        "instanceDelay",
        "Delay between neighbouring copies in seconds: copy k shows the time k * delay seconds ago. A "
        "negative delay looks ahead. Default 0. Animatable.",
    )
    instance_transform = p.Transform(
        Kind.TRANSFORM,
        "instanceTransform",
        "Transform from each copy to the next, which copy k applies k times. The centre is the middle "
        "of the bounds, or in a text the anchor point of the glyph. Default the identity. Animatable.",
    )
    instance_color = p.Color(
        Kind.COLOR,
        "instanceColor",
        "Colour that multiplies copy 0, with straight alpha. Default (1, 1, 1, 1). Animatable.",
    )
    instance_red_offset = p.Number(
        Kind.NUMBER,
        "instanceRedOffset",
        "Change of the red component from copy to copy. Components are clamped to 0...1, so that from "
        "white only negative offsets are visible. Default 0. Animatable.",
    )
    instance_green_offset = p.Number(
        Kind.NUMBER,
        "instanceGreenOffset",
        "Change of the green component from copy to copy. Components are clamped to 0...1, so that from "
        "white only negative offsets are visible. Default 0. Animatable.",
    )
    instance_blue_offset = p.Number(
        Kind.NUMBER,
        "instanceBlueOffset",
        "Change of the blue component from copy to copy. Components are clamped to 0...1, so that from "
        "white only negative offsets are visible. Default 0. Animatable.",
    )
    instance_alpha_offset = p.Number(
        Kind.NUMBER,
        "instanceAlphaOffset",
        "Change of the alpha from copy to copy. The alpha is clamped to 0...1, so that from white only "
        "negative offsets are visible. Default 0. Animatable.",
    )
    instance_delays = p.Numbers(
        Kind.NUMBERS,
        "instanceDelays",
        "Delay of each copy in seconds. Copies past the end of the list use instanceDelay. Default "
        "None. Animatable.",
    )
    instance_transforms = p.Transforms(
        Kind.TRANSFORMS,
        "instanceTransforms",
        "Transform of each copy about the centre of instanceTransform. Copies past the end of the list "
        "use instanceTransform. Default None. Animatable.",
    )
    instance_colors = p.Colors(
        Kind.COLORS,
        "instanceColors",
        "Colour of each copy, with straight alpha. Copies past the end of the list use instanceColor "
        "and the offsets. Default None. Animatable.",
    )
    instance_opacities = p.Numbers(
        Kind.NUMBERS,
        "instanceOpacities",
        "Opacity of each copy, 0...1, which multiplies the alpha of the copy's colour. Copies past the "
        "end of the list have the opacity 1. Default None. Animatable.",
    )


class ReplicatorLayerProperties(p.PropertyObject):
    """Properties that only a replicator has."""

    __slots__ = ()

    def __init__(
        self,
        sublayers: Layer | Iterable[Layer] | None = None,
        /,
        instance_count: int | None = None,
        **properties: Unpack[k.ReplicatorLayerKeywords],
    ) -> None:
        self._init(properties, sublayers=sublayers, instance_count=instance_count)

    instance_count = p.Integer(
        Kind.INTEGER,
        "instanceCount",
        "Number of copies including the original. 0 or less draws nothing. Default 1. Animatable.",
    )
    preserves_depth = p.Boolean(
        Kind.BOOLEAN,
        "preservesDepth",
        "Whether copies keep their depth. The replicator then paints nothing itself, like a transform "
        "layer, and translucent copies show the copies behind them. Default False.",
    )


class ShapeLayerProperties(p.PropertyObject):
    """Properties that only a shape layer has."""

    __slots__ = ()

    def __init__(self, path: Outline | None = None, **properties: Unpack[k.ShapeLayerKeywords]) -> None:
        self._init(properties, path=path)

    path = p.PathProperty(
        Kind.PATH,
        "path",
        "Path in the layer's coordinates, which the bounds do not clip. Default None. Animatable.",
    )
    fill_color = p.Color(
        Kind.COLOR,
        "fillColor",
        "Fill colour of the path. Default (0, 0, 0, 1). Animatable.",
    )
    fill_rule = p.Name[FillRule](
        Kind.NAME,
        "fillRule",
        'Rule for the inside of a path that crosses itself. One of "non-zero", "even-odd". Default '
        '"non-zero".',
    )
    stroke_color = p.Color(
        Kind.COLOR,
        "strokeColor",
        "Colour of the stroke, which is drawn over the fill. Default None. Animatable.",
    )
    stroke_start = p.Number(
        Kind.NUMBER,
        "strokeStart",
        "Start of the stroke as a fraction of the path's length, 0...1. Default 0. Animatable.",
    )
    stroke_end = p.Number(
        Kind.NUMBER,
        "strokeEnd",
        "End of the stroke as a fraction of the path's length, 0...1. Default 1. Animatable.",
    )
    line_width = p.Number(
        Kind.NUMBER,
        "lineWidth",
        "Width of the stroke in points, centred on the path; 0 draws no stroke. Default 1. Animatable.",
    )
    miter_limit = p.Number(
        Kind.NUMBER,
        "miterLimit",
        "Limit of the length of a miter join, in line widths. Longer joins become bevels. Default 10. "
        "Animatable.",
    )
    line_cap = p.Name[LineCap](
        Kind.NAME,
        "lineCap",
        'Shape of the stroke\'s ends. One of "butt", "round", "square". Default "butt".',
    )
    line_join = p.Name[LineJoin](
        Kind.NAME,
        "lineJoin",
        'Shape of the stroke\'s corners. One of "miter", "round", "bevel". Default "miter".',
    )
    line_dash_phase = p.Number(
        Kind.NUMBER,
        "lineDashPhase",
        "Offset in points at which the stroke starts in the dash pattern. Default 0. Animatable.",
    )
    line_dash_pattern = p.Numbers(
        Kind.NUMBERS,
        "lineDashPattern",
        "Alternating lengths of dashes and gaps in points. A negative length turns dashes off. Default "
        "None. Animatable.",
    )


class GradientLayerProperties(p.PropertyObject):
    """Properties that only a gradient layer has."""

    __slots__ = ()

    def __init__(self, **properties: Unpack[k.GradientLayerKeywords]) -> None:
        self._init(properties)

    type = p.Name[GradientType](
        Kind.NAME,
        "type",
        'Type of gradient: along a line, or around a centre. One of "axial", "radial", "conic". Default '
        '"axial".',
    )
    colors = p.StopColors(
        Kind.COLORS,
        "colors",
        "Colours of the gradient, in order. Default None. Animatable.",
    )
    locations = p.StopLocations(
        Kind.NUMBERS,
        "locations",
        "Location of each colour in ascending order, where 0 is the start and 1 the end. Other numbers "
        "lie beyond them. If the number of locations differs from the number of colours, the colours "
        "are evenly spaced. Default None. Animatable.",
    )
    start_point = p.Point(
        Kind.POINT,
        "startPoint",
        "Location of the first colour in fractions of the bounds; the centre of a radial gradient. "
        "Default (0.5, 0). Animatable.",
    )
    end_point = p.Point(
        Kind.POINT,
        "endPoint",
        "Location of the last colour in fractions of the bounds; a corner of the box around a radial "
        "gradient. An axial gradient is computed in a unit square and then stretched to the bounds, so "
        "that its lines of equal colour may not be perpendicular to its axis. Default (0.5, 1). "
        "Animatable.",
    )


class EmitterLayerProperties(p.PropertyObject):
    """Properties that only an emitter layer has."""

    __slots__ = ()

    def __init__(self, **properties: Unpack[k.EmitterLayerKeywords]) -> None:
        self._init(properties)

    birth_rate = p.Number(
        Kind.NUMBER,
        "birthRate",
        "Factor of the birth rates of all cells. Default 1. Animatable.",
    )
    lifetime = p.Number(
        Kind.NUMBER,
        "lifetime",
        "Factor of the lifetimes of all cells. Default 1. Animatable.",
    )
    velocity = p.Number(
        Kind.NUMBER,
        "velocity",
        "Factor of the velocities of all cells. Default 1. Animatable.",
    )
    scale = p.Number(Kind.NUMBER, "scale", "Factor of the scales of all cells. Default 1. Animatable.")
    spin = p.Number(Kind.NUMBER, "spin", "Factor of the spins of all cells. Default 1. Animatable.")
    emitter_position = p.Point(
        Kind.POINT,
        "emitterPosition",
        "Centre (x, y) of the emitter's shape. Default (0, 0). Animatable.",
    )
    emitter_z_position = p.Number(
        Kind.NUMBER,
        "emitterZPosition",
        "Depth of the emitter shape's centre in points. A larger depth is nearer to the viewer. Default "
        "0. Animatable.",
    )
    emitter_size = p.Size(
        Kind.SIZE,
        "emitterSize",
        "Size (width, height) of the emitter's shape. The radius of a circle or sphere is the width. "
        "Default (0, 0). Animatable.",
    )
    emitter_depth = p.Number(
        Kind.NUMBER,
        "emitterDepth",
        "Depth of a cuboid shape in points. Default 0. Animatable.",
    )
    emitter_shape = p.Name[EmitterShape](
        Kind.NAME,
        "emitterShape",
        'Shape in which particles are born. One of "point", "line", "rectangle", "circle", "cuboid", '
        '"sphere". Default "point".',
    )
    emitter_mode = p.Name[EmitterMode](
        Kind.NAME,
        "emitterMode",
        'Part of the shape in which particles are born. One of "points", "outline", "surface", '
        '"volume". Default "volume".',
    )
    render_mode = p.Name[RenderMode](
        Kind.NAME,
        "renderMode",
        'Drawing order of the particles. The mode "additive" adds their colours to the backdrop. One of '
        '"unordered", "oldestFirst", "oldestLast", "backToFront", "additive". Default "unordered".',
    )
    preserves_depth = p.Boolean(
        Kind.BOOLEAN,
        "preservesDepth",
        "Whether particles share the 3-D space of the superlayer and are sorted by depth among its "
        "sublayers. Masks, clips, filters and shadows of the emitter then do not affect the particles. "
        "Default False.",
    )
    seed = p.Integer(
        Kind.INTEGER,
        "seed",
        "Seed of the random numbers. Equal seeds give equal particles. Default 0.",
    )
    loop_duration = p.Number(
        Kind.NUMBER,
        "loopDuration",
        "Period in seconds after which the same particles are born again, so that a clip loops; 0 never "
        "repeats. Default 0.",
    )
    warm = p.Boolean(
        Kind.BOOLEAN,
        "warm",
        "Whether particles exist at time 0, as if emission had begun long before. Default False.",
    )


class PortalLayerProperties(p.PropertyObject):
    """Properties that only a portal has."""

    __slots__ = ()

    def __init__(
        self,
        source_layer: Layer | None = None,
        **properties: Unpack[k.PortalLayerKeywords],
    ) -> None:
        self._init(properties, source_layer=source_layer)

    hides_source_layer = p.Boolean(
        Kind.BOOLEAN,
        "hidesSourceLayer",
        "Whether the source is invisible in its own tree position while the portal is visible. Default "
        "False.",
    )
    matches_opacity = p.Boolean(
        Kind.BOOLEAN,
        "matchesOpacity",
        "Whether the portal shows the source with the source's own opacity. Default False.",
    )
    matches_position = p.Boolean(
        Kind.BOOLEAN,
        "matchesPosition",
        "Whether the portal shows the source at the source's own position in the scene, like a window. "
        "Default False.",
    )
    matches_transform = p.Boolean(
        Kind.BOOLEAN,
        "matchesTransform",
        "Whether the portal shows the source with the source's own transform. Default False.",
    )
    inherits_time = p.Boolean(
        Kind.BOOLEAN,
        "inheritsTime",
        "Whether the delays of the replicators around the portal apply to the source. Default False.",
    )
    source_layer = p.LayerProperty(
        Kind.LAYER,
        "sourceLayer",
        "Layer that the portal shows a second time. The source stays in its own tree. Default None.",
    )


class ViewReplicatorProperties(p.PropertyObject):
    """Properties that only a view replicator has."""

    __slots__ = ()

    def __init__(self, source: Layer | None = None, **properties: Unpack[k.ViewReplicatorKeywords]) -> None:
        self._init(properties, source=source)

    technique = p.Name[Technique](
        Kind.NAME,
        "technique",
        "Technique by which an app would build the view replicator. Stretto draws the same picture with "
        'each technique; `construction` builds the second one. One of "portal", "replicator". Default '
        '"portal".',
    )
    source_layer = p.LayerProperty(
        Kind.LAYER,
        "sourceLayer",
        "Layer that the proxies show. The source is removed from its old superlayer. Default None.",
    )


class ProxyProperties(p.PropertyObject):
    """Properties that only a proxy has."""

    __slots__ = ()

    def __init__(self, **properties: Unpack[k.ProxyKeywords]) -> None:
        self._init(properties)

    source_rect = p.OptionalRect(
        Kind.RECT,
        "sourceRect",
        "Visible part of the source in the source's coordinates, which is stretched to the bounds and "
        "clipped. None shows the whole source without clipping. Default None. Animatable.",
    )


class TransformLayerProperties(p.PropertyObject):
    """Properties that only a transform layer has."""

    __slots__ = ()

    def __init__(self, **properties: Unpack[k.TransformLayerKeywords]) -> None:
        self._init(properties)


class TextLayerProperties(p.PropertyObject):
    """Properties that only a text has."""

    __slots__ = ()

    def __init__(self, string: str = "", **properties: Unpack[k.TextLayerKeywords]) -> None:
        self._init(properties, string=string)

    string = p.String(
        Kind.STRING,
        "string",
        "String of the text. Setting another string removes all styles of ranges of characters. Default "
        '"". Animatable.',
    )
    number = p.TextNumber(
        Kind.NUMBER,
        "number",
        "Number that is displayed instead of the string if numberFormat is set. An animated number "
        "counts. Default 0. Animatable.",
    )
    number_format = p.String(
        Kind.STRING,
        "numberFormat",
        'Format of the number in the notation of Python\'s str.format, such as "{:,.0f} km", "{:+.1f}", '
        '"{:.0%}" or "{:03d}". Without a format the string is displayed. Default "".',
    )
    foreground_color = p.Color(
        Kind.COLOR,
        "foregroundColor",
        "Colour of the glyphs. Colour glyphs use only the alpha of the colour. Default (1, 1, 1, 1). "
        "Animatable.",
    )
    font_size = p.Number(
        Kind.NUMBER,
        "fontSize",
        "Font size in points per em; 0 draws nothing. Default 36. Animatable.",
    )
    font = p.FontProperty(
        Kind.FONT,
        "font",
        "Font of the text; None is the built-in font Stretto Sans. Default None.",
    )
    fallback_fonts = p.Fonts(
        Kind.FONTS,
        "fallbackFonts",
        "Fonts for characters that the font lacks, in order of preference. Stretto Sans and the emoji "
        "font come last. Default ().",
    )
    font_variations = p.Variations(
        Kind.VARIATIONS,
        "fontVariations",
        "Values on the axes of a variable font, clamped to the ranges of the axes. Changing a value "
        "changes the layout. Key paths such as fontVariations.wght are animatable. Default None.",
    )
    font_features = p.Features(
        Kind.FEATURES,
        "fontFeatures",
        'OpenType features, such as tnum, liga=0. Default "".',
    )
    language = p.String(
        Kind.STRING,
        "language",
        'BCP 47 language tag, for glyphs that differ by language. Default "".',
    )
    wrapped = p.Boolean(
        Kind.BOOLEAN,
        "wrapped",
        "Whether lines wrap at the width of the bounds, if the width is above 0. Default False.",
    )
    truncation_mode = p.Name[TruncationMode](
        Kind.NAME,
        "truncationMode",
        'Position of the ellipsis that replaces text that does not fit. One of "none", "start", '
        '"middle", "end". Default "none".',
    )
    alignment_mode = p.Name[AlignmentMode](
        Kind.NAME,
        "alignmentMode",
        "Horizontal alignment of lines in the bounds, or at the position if the bounds have no width. "
        'One of "natural", "left", "right", "center", "justified". Default "natural".',
    )
    vertical_alignment_mode = p.Name[VerticalAlignmentMode](
        Kind.NAME,
        "verticalAlignmentMode",
        'Vertical alignment of the lines in the bounds. One of "top", "center", "bottom". Default "top".',
    )
    tracking = p.Number(
        Kind.NUMBER,
        "tracking",
        "Points that are added after each character, except in scripts with joined letters. Default 0. "
        "Animatable.",
    )
    leading = p.Number(Kind.NUMBER, "leading", "Points that are added between lines. Default 0. Animatable.")
    writing_direction = p.Name[WritingDirection](
        Kind.NAME,
        "writingDirection",
        "Direction of paragraphs. The natural direction is that of a paragraph's first letter. One of "
        '"natural", "leftToRight", "rightToLeft". Default "natural".',
    )
    text_path = p.PathProperty(
        Kind.PATH,
        "textPath",
        "Path that the baseline follows, in the layer's coordinates. Default None. Animatable.",
    )
    text_path_offset = p.Number(
        Kind.NUMBER,
        "textPathOffset",
        "Distance along the path at which the text begins, in points. Default 0. Animatable.",
    )
    text_path_rotates = p.Boolean(
        Kind.BOOLEAN,
        "textPathRotates",
        "Whether copies rotate with the path. Default True.",
    )
    instance_unit = p.Name[InstanceUnit](
        Kind.NAME,
        "instanceUnit",
        'Unit of text of one copy: a character, a word or a line. One of "character", "word", "line", '
        '"text". Default "character".',
    )
    instance_anchor = p.OptionalName[InstanceAnchor](
        Kind.NAME,
        "instanceAnchor",
        "Box that the glyph layer's anchor point refers to; none is the box of the copy. One of "
        '"character", "word", "line", "text". Default None.',
    )
    clips_instances = p.Boolean(
        Kind.BOOLEAN,
        "clipsInstances",
        "Whether each copy is clipped to its box in the layout, for example for letters that rise from "
        "behind an edge. Default False.",
    )


class GlyphLayerProperties(p.PropertyObject):
    """Properties that only the glyph layer of a text has."""

    __slots__ = ()

    def __init__(self, **properties: Unpack[k.GlyphLayerKeywords]) -> None:
        self._init(properties)

    foreground_color = p.Color(
        Kind.COLOR,
        "foregroundColor",
        "Colour of the glyphs; None is the colour of the text. Default None. Animatable.",
    )
    strokes_first = p.Boolean(
        Kind.BOOLEAN,
        "strokesFirst",
        "Whether strokes are drawn below fills. Default False.",
    )
    font_variations = p.Variations(
        Kind.VARIATIONS,
        "fontVariations",
        "Values on the axes of a variable font, clamped to the ranges of the axes. The values change "
        "outlines but not the layout. Key paths such as fontVariations.wght are animatable. Default "
        "None.",
    )
    stroke_color = p.Color(
        Kind.COLOR,
        "strokeColor",
        "Colour of the stroke, which is drawn over the fill. Default None. Animatable.",
    )
    stroke_start = p.Number(
        Kind.NUMBER,
        "strokeStart",
        "Start of the stroke as a fraction of the path's length, 0...1. Default 0. Animatable.",
    )
    stroke_end = p.Number(
        Kind.NUMBER,
        "strokeEnd",
        "End of the stroke as a fraction of the path's length, 0...1. Default 1. Animatable.",
    )
    line_width = p.Number(
        Kind.NUMBER,
        "lineWidth",
        "Width of the stroke in points, centred on the path; 0 draws no stroke. Default 1. Animatable.",
    )
    miter_limit = p.Number(
        Kind.NUMBER,
        "miterLimit",
        "Limit of the length of a miter join, in line widths. Longer joins become bevels. Default 10. "
        "Animatable.",
    )
    line_cap = p.Name[LineCap](
        Kind.NAME,
        "lineCap",
        'Shape of the stroke\'s ends. One of "butt", "round", "square". Default "butt".',
    )
    line_join = p.Name[LineJoin](
        Kind.NAME,
        "lineJoin",
        'Shape of the stroke\'s corners. One of "miter", "round", "bevel". Default "miter".',
    )
    line_dash_phase = p.Number(
        Kind.NUMBER,
        "lineDashPhase",
        "Offset in points at which the stroke starts in the dash pattern. Default 0. Animatable.",
    )
    line_dash_pattern = p.Numbers(
        Kind.NUMBERS,
        "lineDashPattern",
        "Alternating lengths of dashes and gaps in points. A negative length turns dashes off. Default "
        "None. Animatable.",
    )


class EmitterCellProperties(p.PropertyObject):
    """Properties of an emitter cell."""

    __slots__ = ()

    def __init__(self, **properties: Unpack[k.EmitterCellKeywords]) -> None:
        self._init(properties)

    name = p.String(
        Kind.STRING,
        "name",
        'Name of the cell in key paths such as "emitterCells.red.birthRate". Default "".',
    )
    enabled = p.Boolean(
        Kind.BOOLEAN,
        "enabled",
        "Whether the cell emits particles. Default True. Animatable.",
    )
    birth_rate = p.Number(
        Kind.NUMBER,
        "birthRate",
        "Number of particles that are born per second. Default 0. Animatable.",
    )
    lifetime = p.Number(Kind.NUMBER, "lifetime", "Lifetime of a particle in seconds. Default 0. Animatable.")
    lifetime_range = p.Number(
        Kind.NUMBER,
        "lifetimeRange",
        "Spread of the lifetime in seconds. Default 0. Animatable.",
    )
    emission_latitude = p.Number(
        Kind.NUMBER,
        "emissionLatitude",
        "Angle between the direction of emission and the plane, in radians. Default 0. Animatable.",
    )
    emission_longitude = p.Number(
        Kind.NUMBER,
        "emissionLongitude",
        "Direction of emission in the plane in radians: 0 is to the right, and pi / 2 is down. For the "
        'shape "line", 0 is up and pi is down. Default 0. Animatable.',
    )
    emission_range = p.Number(
        Kind.NUMBER,
        "emissionRange",
        "Full opening angle of the emission cone, in radians. Default 0. Animatable.",
    )
    velocity = p.Number(
        Kind.NUMBER,
        "velocity",
        "Speed of a particle at its birth, in points per second. Default 0. Animatable.",
    )
    velocity_range = p.Number(
        Kind.NUMBER,
        "velocityRange",
        "Spread of the velocity in points per second. Default 0. Animatable.",
    )
    x_acceleration = p.Number(
        Kind.NUMBER,
        "xAcceleration",
        "Acceleration to the right, in points per second squared. Default 0. Animatable.",
    )
    y_acceleration = p.Number(
        Kind.NUMBER,
        "yAcceleration",
        "Acceleration downwards, in points per second squared. Default 0. Animatable.",
    )
    z_acceleration = p.Number(
        Kind.NUMBER,
        "zAcceleration",
        "Acceleration towards the viewer, in points per second squared. Default 0. Animatable.",
    )
    scale = p.Number(Kind.NUMBER, "scale", "Scale of a particle's picture. Default 1. Animatable.")
    scale_range = p.Number(Kind.NUMBER, "scaleRange", "Spread of the scale. Default 0. Animatable.")
    scale_speed = p.Number(
        Kind.NUMBER,
        "scaleSpeed",
        "Change of the scale per second. Default 0. Animatable.",
    )
    rotation = p.Number(
        Kind.NUMBER,
        "rotation",
        "Rotation of a particle at its birth, in radians. Default 0. Animatable.",
    )
    rotation_range = p.Number(
        Kind.NUMBER,
        "rotationRange",
        "Spread of the rotation in radians. Default 0. Animatable.",
    )
    spin = p.Number(
        Kind.NUMBER,
        "spin",
        "Angular speed of a particle, in radians per second. Default 0. Animatable.",
    )
    spin_range = p.Number(Kind.NUMBER, "spinRange", "Spread of the angular speed. Default 0. Animatable.")
    particle_type = p.Name[ParticleType](
        Kind.NAME,
        "particleType",
        "Whether a particle lies in the emitter's plane, or rotates in space and spins about its own x "
        'axis. One of "sprite", "plane". Default "sprite".',
    )
    orientation_range = p.Number(
        Kind.NUMBER,
        "orientationRange",
        'For particles of the type "plane": full opening angle of the cone of their normals at birth, '
        "in radians. Default 0. Animatable.",
    )
    orientation_latitude = p.Number(
        Kind.NUMBER,
        "orientationLatitude",
        'For particles of the type "plane": angle between the axis of the normals\' cone and the viewer, '
        "in radians; 0 faces the viewer. Default 0. Animatable.",
    )
    orientation_longitude = p.Number(
        Kind.NUMBER,
        "orientationLongitude",
        'For particles of the type "plane": direction in which the normals\' cone is tilted, in radians; '
        "0 is to the right, and pi / 2 is down. Default 0. Animatable.",
    )
    mass = p.Number(
        Kind.NUMBER,
        "mass",
        "Mass of a particle, by which the forces of behaviors are divided. Accelerations do not depend "
        "on the mass. A mass below 0.001 counts as 0.001. Default 1.",
    )
    mass_range = p.Number(Kind.NUMBER, "massRange", "Spread of the mass. Default 0.")
    color = p.Color(
        Kind.COLOR,
        "color",
        "Colour that multiplies the particle's picture. Default (1, 1, 1, 1). Animatable.",
    )
    red_range = p.Number(Kind.NUMBER, "redRange", "Spread of the red component. Default 0. Animatable.")
    green_range = p.Number(Kind.NUMBER, "greenRange", "Spread of the green component. Default 0. Animatable.")
    blue_range = p.Number(Kind.NUMBER, "blueRange", "Spread of the blue component. Default 0. Animatable.")
    alpha_range = p.Number(Kind.NUMBER, "alphaRange", "Spread of the alpha. Default 0. Animatable.")
    red_speed = p.Number(
        Kind.NUMBER,
        "redSpeed",
        "Change of the red component per second. Default 0. Animatable.",
    )
    green_speed = p.Number(
        Kind.NUMBER,
        "greenSpeed",
        "Change of the green component per second. Default 0. Animatable.",
    )
    blue_speed = p.Number(
        Kind.NUMBER,
        "blueSpeed",
        "Change of the blue component per second. Default 0. Animatable.",
    )
    alpha_speed = p.Number(
        Kind.NUMBER,
        "alphaSpeed",
        "Change of the alpha per second. Default 0. Animatable.",
    )
    contents = p.ImageProperty(
        Kind.IMAGE,
        "contents",
        "Picture of the particle. A particle without a picture is invisible, whatever its color. "
        "Default None. Animatable.",
    )
    contents_rect = p.Rect(
        Kind.RECT,
        "contentsRect",
        "Visible part (x, y, width, height) of the picture, in fractions of the picture's size. Default "
        "(0, 0, 1, 1). Animatable.",
    )
    contents_scale = p.Number(
        Kind.NUMBER,
        "contentsScale",
        "Pixels of the picture per point. Default 1. Animatable.",
    )
    magnification_filter = p.Name[MagnificationFilter](
        Kind.NAME,
        "magnificationFilter",
        'Filter for enlarging the picture. One of "linear", "nearest", "trilinear". Default "linear".',
    )
    minification_filter = p.Name[MinificationFilter](
        Kind.NAME,
        "minificationFilter",
        "Filter for shrinking the picture: the mean over each pixel's area, or trilinear interpolation "
        'between two smaller pictures. One of "linear", "nearest", "trilinear". Default "linear".',
    )
    minification_filter_bias = p.Number(
        Kind.NUMBER,
        "minificationFilterBias",
        "Bias of the trilinear filter in mipmap levels. 1 uses pictures of half the size, which look "
        "softer, and a negative bias looks sharper. Default 0.",
    )
    begin_time = p.Number(
        Kind.NUMBER,
        "beginTime",
        "Begin time in seconds of the parent's local time. Default 0.",
    )
    time_offset = p.Number(
        Kind.NUMBER,
        "timeOffset",
        "Seconds that are added to the local time, after the speed. Default 0.",
    )
    speed = p.Number(
        Kind.NUMBER,
        "speed",
        "Speed of the local time relative to the parent's time. 0 stops the local time, and a negative "
        "speed runs backwards. Default 1.",
    )
    duration = p.Number(Kind.NUMBER, "duration", "Duration of the emission in seconds. Default inf.")
    repeat_count = p.Number(
        Kind.NUMBER,
        "repeatCount",
        "Number of iterations, fractions allowed. 0 counts as 1, and infinity repeats for ever. Default 0.",
    )
    repeat_duration = p.Number(
        Kind.NUMBER,
        "repeatDuration",
        "Total duration of all iterations in seconds. A duration above 0 replaces repeatCount. Default 0.",
    )
    autoreverses = p.Boolean(
        Kind.BOOLEAN,
        "autoreverses",
        "Whether each iteration also plays backwards, which doubles its duration. Default False.",
    )
    fill_mode = p.Name[FillMode](
        Kind.NAME,
        "fillMode",
        "Whether the first value shows before the begin, and the last value after the end. One of "
        '"removed", "backwards", "forwards", "both". Default "removed".',
    )


class EmitterBehaviorProperties(p.PropertyObject):
    """Properties of an emitter behavior."""

    __slots__ = ()

    def __init__(self, type: str, **properties: Unpack[k.EmitterBehaviorKeywords]) -> None:
        self._init(properties, type=type)

    name = p.String(
        Kind.STRING,
        "name",
        'Name of the behavior in key paths such as "emitterBehaviors.drag.drag". Default "".',
    )
    enabled = p.Boolean(
        Kind.BOOLEAN,
        "enabled",
        "Whether the behavior has an effect. Default True. Animatable.",
    )
    drag = p.Number(
        Kind.NUMBER,
        "drag",
        'For "drag": factor of the force, which is -drag times the velocity. A factor of 1 slows a '
        "particle to about a third per second. Default 0. Animatable.",
    )
    force = p.Numbers(
        Kind.NUMBERS,
        "force",
        'For "wave": largest force (x, y, z) of the wave, in points per second squared for a mass of 1. '
        "Default (0, 0, 0). Animatable.",
    )
    frequency = p.Number(
        Kind.NUMBER,
        "frequency",
        'For "wave": oscillations per second of the emitter\'s time, which start at 0 towards the force. '
        "Above 120 the force averages to nothing and is ignored. Default 0. Animatable.",
    )
    attractor_type = p.Name[AttractorType](
        Kind.NAME,
        "attractorType",
        "For attractors: whether particles are pulled towards a point, an axis or a plane. One of "
        '"radial", "axial", "planar". Default "radial".',
    )
    stiffness = p.Number(
        Kind.NUMBER,
        "stiffness",
        "For attractors: force per point of distance beyond the radius, in points per second squared "
        "for a mass of 1. A negative stiffness pushes particles away. Magnitudes above 14400 count as "
        "14400. Default 0. Animatable.",
    )
    radius = p.Number(
        Kind.NUMBER,
        "radius",
        "For attractors: distance in points beyond which the attractor has an effect, unless the "
        "falloff is negative. Default 0. Animatable.",
    )
    position = p.Point(
        Kind.POINT,
        "position",
        "For attractors: centre (x, y) of the attractor in the emitter layer. Default (0, 0). Animatable.",
    )
    z_position = p.Number(
        Kind.NUMBER,
        "zPosition",
        "For attractors: depth of the attractor's centre in points. A larger depth is nearer to the "
        "viewer. Default 0. Animatable.",
    )
    orientation_latitude = p.Number(
        Kind.NUMBER,
        "orientationLatitude",
        "For attractors: angle between the layer's plane and the attractor's axis, or the normal of the "
        "attractor's plane, in radians. Default 0. Animatable.",
    )
    orientation_longitude = p.Number(
        Kind.NUMBER,
        "orientationLongitude",
        "For attractors: direction of the axis or normal within the layer's plane, in radians; 0 is to "
        "the right. Default 0. Animatable.",
    )
    falloff = p.Number(
        Kind.NUMBER,
        "falloff",
        "For attractors: exponent by which the force decreases beyond the radius. A negative falloff "
        "pushes particles outwards instead, in a shell inside the radius that is -falloff points thick. "
        "Default 0. Animatable.",
    )
    falloff_distance = p.Number(
        Kind.NUMBER,
        "falloffDistance",
        "For attractors: distance beyond the radius in points at which a falloff of 1 halves the force. "
        "0 selects the radius, or 1 if the radius is 0. Default 0. Animatable.",
    )
    rotation = p.Number(
        Kind.NUMBER,
        "rotation",
        'For "alignToMotion": additional rotation of the picture in turns. The y axis of the picture '
        "follows the velocity. Default 0. Animatable.",
    )
    preserves_depth = p.Boolean(
        Kind.BOOLEAN,
        "preservesDepth",
        'For "alignToMotion": whether particles of the type "plane" follow the velocity in space. '
        "Default False. Animatable.",
    )
    key_path = p.OptionalName[KeyPath](
        Kind.NAME,
        "keyPath",
        'For "valueOverLife": particle property that the behavior sets. One of "position.x", '
        '"position.y", "position.z", "velocity.x", "velocity.y", "velocity.z", "mass", "rotation", '
        '"spin", "scale", "scaleSpeed", "color.red", "color.green", "color.blue", "color.alpha". '
        "Default None.",
    )
    values = p.Numbers(
        Kind.NUMBERS,
        "values",
        'For "valueOverLife": values from birth to death, interpolated between them. Default None. '
        "Animatable.",
    )
    colors = p.Colors(
        Kind.COLORS,
        "colors",
        'For "colorOverLife": colours from birth to death, which replace the colour of the cell. '
        "Default None. Animatable.",
    )
    locations = p.Numbers(
        Kind.NUMBERS,
        "locations",
        'For "valueOverLife" and "colorOverLife": age of each value as a fraction of the lifetime, '
        "0...1 in ascending order. If the number of ages differs from the number of values, the values "
        "are evenly spaced. Default None. Animatable.",
    )
    additive = p.Boolean(
        Kind.BOOLEAN,
        "additive",
        'For "valueOverLife": whether the value is added to the particle\'s own value. Otherwise the '
        "value replaces the particle's own value. Default False. Animatable.",
    )


class AnimationProperties(p.PropertyObject):
    """Properties of every animation."""

    __slots__ = ()

    def __init__(self, **properties: Unpack[k.AnimationKeywords]) -> None:
        self._init(properties)

    begin_time = p.Number(
        Kind.NUMBER,
        "beginTime",
        "Begin time in seconds of the parent's local time. Default 0.",
    )
    time_offset = p.Number(
        Kind.NUMBER,
        "timeOffset",
        "Seconds that are added to the local time, after the speed. Default 0.",
    )
    speed = p.Number(
        Kind.NUMBER,
        "speed",
        "Speed of the local time relative to the parent's time. 0 stops the local time, and a negative "
        "speed runs backwards. Default 1.",
    )
    duration = p.Number(
        Kind.NUMBER,
        "duration",
        "Duration of one iteration in seconds; 0 reads as 0.25. Default 0.",
    )
    repeat_count = p.Number(
        Kind.NUMBER,
        "repeatCount",
        "Number of iterations, fractions allowed. 0 counts as 1, and infinity repeats for ever. Default 0.",
    )
    repeat_duration = p.Number(
        Kind.NUMBER,
        "repeatDuration",
        "Total duration of all iterations in seconds. A duration above 0 replaces repeatCount. Default 0.",
    )
    autoreverses = p.Boolean(
        Kind.BOOLEAN,
        "autoreverses",
        "Whether each iteration also plays backwards, which doubles its duration. Default False.",
    )
    fill_mode = p.Name[FillMode](
        Kind.NAME,
        "fillMode",
        "Whether the first value shows before the begin, and the last value after the end. One of "
        '"removed", "backwards", "forwards", "both". Default "removed".',
    )
    timing_function = p.TimingFunction(
        Kind.CURVE,
        "timingFunction",
        "Timing function of the whole iteration: a name or four numbers for two control points; none is "
        "linear. Default None.",
    )
    removed_on_completion = p.Boolean(
        Kind.BOOLEAN,
        "removedOnCompletion",
        "Whether the animation has no effect after its end, not even by its fill mode. Default True.",
    )


class PropertyAnimationProperties(p.PropertyObject):
    """Properties that all animations of one property have."""

    __slots__ = ()

    def __init__(
        self,
        key_path: str | None = None,
        **properties: Unpack[k.PropertyAnimationKeywords],
    ) -> None:
        self._init(properties, key_path=key_path)

    additive = p.Boolean(
        Kind.BOOLEAN,
        "additive",
        "Whether the animated value is added to the underlying value instead of replacing the "
        "underlying value. Default False.",
    )
    cumulative = p.Boolean(
        Kind.BOOLEAN,
        "cumulative",
        "Whether each iteration continues from the end of the previous iteration. Default False.",
    )
    value_function = p.OptionalName[ValueFunction](
        Kind.NAME,
        "valueFunction",
        "Function that makes a transform from the values: a rotation, a scaling or a translation. Set "
        'the function before the values. One of "rotateX", "rotateY", "rotateZ", "scale", "scaleX", '
        '"scaleY", "scaleZ", "translate", "translateX", "translateY", "translateZ". Default None.',
    )


class BasicAnimationProperties(p.PropertyObject):
    """Properties that only a basic animation has."""

    __slots__ = ()

    def __init__(
        self,
        key_path: str | None = None,
        from_value: Animatable | None = None,
        to_value: Animatable | None = None,
        **properties: Unpack[k.BasicAnimationKeywords],
    ) -> None:
        self._init(properties, key_path=key_path, from_value=from_value, to_value=to_value)


class KeyframeAnimationProperties(p.PropertyObject):
    """Properties that only a keyframe animation has."""

    __slots__ = ()

    def __init__(
        self,
        key_path: str | None = None,
        values: Iterable[Animatable | None] = (),
        **properties: Unpack[k.KeyframeAnimationKeywords],
    ) -> None:
        self._init(properties, key_path=key_path, values=values)

    key_times = p.Numbers(
        Kind.NUMBERS,
        "keyTimes",
        "Key time of each value, from 0 to 1 in ascending order, and one more in the discrete mode. If "
        "a list is too short, the surplus entries of the other list are ignored. The first value holds "
        "before the first key time, and the last value after the last key time. Default None.",
    )
    timing_functions = p.TimingFunctions(
        Kind.CURVES,
        "timingFunctions",
        "Timing functions of the segments between values: names or control points, one per segment. "
        "Missing ones are linear. Default None.",
    )
    calculation_mode = p.Name[CalculationMode](
        Kind.NAME,
        "calculationMode",
        'Interpolation between the values. One of "linear", "discrete", "paced", "cubic", "cubicPaced". '
        'Default "linear".',
    )
    tension_values = p.Numbers(
        Kind.NUMBERS,
        "tensionValues",
        "Tension of the spline at each value in the cubic modes. 1 is a corner, and negative numbers "
        "give wider curves; none is 0. Default None.",
    )
    continuity_values = p.Numbers(
        Kind.NUMBERS,
        "continuityValues",
        "Sharpness of the spline's corner at each value in the cubic modes; none is 0, which is smooth. "
        "Default None.",
    )
    bias_values = p.Numbers(
        Kind.NUMBERS,
        "biasValues",
        "Bias of the spline at each value in the cubic modes. A positive bias moves the bend behind the "
        "value; none is 0. Default None.",
    )
    path = p.PathProperty(
        Kind.PATH,
        "path",
        "Motion path of an animated point, instead of values. Each line and curve is a segment, and "
        "moves are jumps. Default None.",
    )
    rotation_mode = p.OptionalName[RotationMode](
        Kind.NAME,
        "rotationMode",
        "Whether the layer rotates so that its x axis points along the path, or against the path. One "
        'of "auto", "autoReverse". Default None.',
    )


class SpringAnimationProperties(p.PropertyObject):
    """Properties that only a spring animation has."""

    __slots__ = ()

    def __init__(
        self,
        key_path: str | None = None,
        from_value: Animatable | None = None,
        to_value: Animatable | None = None,
        **properties: Unpack[k.SpringAnimationKeywords],
    ) -> None:
        self._init(properties, key_path=key_path, from_value=from_value, to_value=to_value)

    mass = p.Number(Kind.NUMBER, "mass", "Mass on the spring. Default 1.")
    stiffness = p.Number(
        Kind.NUMBER,
        "stiffness",
        "Stiffness of the spring: force per unit of distance from the end value. Default 100.",
    )
    damping = p.Number(
        Kind.NUMBER,
        "damping",
        "Damping of the spring: force against the motion per unit of speed. A spring without damping "
        "never comes to rest. Default 10.",
    )
    initial_velocity = p.Number(
        Kind.NUMBER,
        "initialVelocity",
        "Speed at the start per second, in units of the distance from start to end. A positive speed is "
        "towards the end. Default 0.",
    )
    allows_overdamping = p.Boolean(
        Kind.BOOLEAN,
        "allowsOverdamping",
        "Whether the spring may be overdamped. Otherwise a larger damping counts as critical damping. "
        "Default False.",
    )
    perceptual_duration = p.Number(
        Kind.NUMBER,
        "perceptualDuration",
        "Perceived duration of the motion in seconds. Setting the duration changes the stiffness and "
        "keeps the bounce. Default 0.628319.",
    )
    bounce = p.Number(
        Kind.NUMBER,
        "bounce",
        "Bounce, -0.999...1: 1 is undamped, 0 is critically damped, and a negative bounce is "
        "overdamped. Setting the bounce changes the damping. Default 0.5.",
    )
    damping_ratio = p.Number(
        Kind.NUMBER,
        "dampingRatio",
        "Damping as a multiple of critical damping, at which the spring does not overshoot. Setting the "
        "ratio changes the damping. Default 0.5.",
    )
    settles_in = p.Number(
        Kind.NUMBER,
        "settlesIn",
        "Seconds until the spring stays within a thousandth of its end value. Setting the time changes "
        "stiffness and damping and keeps the damping ratio. Default 1.4727.",
    )


class AnimationGroupProperties(p.PropertyObject):
    """Properties that only a group has."""

    __slots__ = ()

    def __init__(
        self,
        animations: Iterable[Animation] = (),
        **properties: Unpack[k.AnimationGroupKeywords],
    ) -> None:
        self._init(properties, animations=animations)


class TransitionProperties(p.PropertyObject):
    """Properties that only a transition has."""

    __slots__ = ()

    def __init__(self, **properties: Unpack[k.TransitionKeywords]) -> None:
        self._init(properties)

    type = p.Name[TransitionType](
        Kind.NAME,
        "type",
        "Type of transition: the new picture fades in, slides over the old picture, pushes the old "
        'picture out, or is revealed. One of "fade", "moveIn", "push", "reveal". Default "fade".',
    )
    subtype = p.OptionalName[Subtype](
        Kind.NAME,
        "subtype",
        "Side from which pictures move, by the width or height of the bounds; none is from the left. "
        'One of "fromLeft", "fromRight", "fromTop", "fromBottom". Default None.',
    )
    start_progress = p.Number(
        Kind.NUMBER,
        "startProgress",
        "Fraction of the whole transition at which playing begins, 0...1. Default 0.",
    )
    end_progress = p.Number(
        Kind.NUMBER,
        "endProgress",
        "Fraction of the whole transition at which playing ends, 0...1. Default 1.",
    )
