"""The properties of layers, animations, cells and behaviors, and the constructors that take them.

Made by tools/generate_properties.py from the library's own table: change that, not this.
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


class LayerProperties(p.Keyed):
    """Properties of every layer."""

    __slots__ = ()

    def __init__(self, **properties: Unpack[k.LayerKeywords]) -> None:
        self._init(properties)

    begin_time = p.Number(
        Kind.NUMBER,
        "beginTime",
        "When it begins, in seconds of its parent's time: the layer is hidden before, unless this is 0 "
        "or fillMode fills backwards. Default 0.",
    )
    time_offset = p.Number(
        Kind.NUMBER,
        "timeOffset",
        "Seconds added to the time within it, after speed. Default 0.",
    )
    speed = p.Number(
        Kind.NUMBER,
        "speed",
        "How fast its time runs beside its parent's; 0 stands still, negative runs backwards. Default "
        "1. Animatable.",
    )
    duration = p.Number(Kind.NUMBER, "duration", "The length of one cycle in seconds. Default inf.")
    repeat_count = p.Number(
        Kind.NUMBER,
        "repeatCount",
        "How many cycles are played, fractions allowed; 0 counts as 1, infinity is for ever. Default 0.",
    )
    repeat_duration = p.Number(
        Kind.NUMBER,
        "repeatDuration",
        "For how many seconds cycles are repeated; used if above 0, in place of the count. Default 0.",
    )
    autoreverses = p.Boolean(
        Kind.BOOLEAN,
        "autoreverses",
        "Whether each cycle is played backwards as well, which doubles it. Default False.",
    )
    fill_mode = p.Name[FillMode](
        Kind.NAME,
        "fillMode",
        'Whether the first value shows before the begin and the last after the end. One of "removed", '
        '"backwards", "forwards", "both". Default "removed".',
    )
    name = p.String(
        Kind.STRING,
        "name",
        'Any text. Default "".',
    )
    bounds = p.Rect(
        Kind.RECT,
        "bounds",
        "(x, y, width, height) in the layer's own coordinates; another origin moves the sublayers. "
        "Default (0, 0, 0, 0). Animatable.",
    )
    position = p.Point(
        Kind.POINT,
        "position",
        "(x, y) of the anchor point in the superlayer. Default (0, 0). Animatable.",
    )
    frame = p.Rect(
        Kind.RECT,
        "frame",
        "(x, y, width, height) around the transformed bounds, in the superlayer; derived. Default (0, "
        "0, 0, 0).",
    )
    z_position = p.Number(
        Kind.NUMBER,
        "zPosition",
        "Depth; sublayers with a greater one are drawn over the others. Default 0. Animatable.",
    )
    anchor_point = p.Point(
        Kind.POINT,
        "anchorPoint",
        "The pivot, as a part of the bounds: (0, 0) is the top left corner, (1, 1) the bottom right. "
        "Default (0.5, 0.5). Animatable.",
    )
    anchor_point_z = p.Number(
        Kind.NUMBER,
        "anchorPointZ",
        "The pivot's depth in points. Default 0. Animatable.",
    )
    transform = p.Transform(
        Kind.TRANSFORM,
        "transform",
        "A transform about the anchor point. Default the identity. Animatable.",
    )
    sublayer_transform = p.Transform(
        Kind.TRANSFORM,
        "sublayerTransform",
        "A transform of the sublayers about the anchor point, such as a perspective. Default the "
        "identity. Animatable.",
    )
    geometry_flipped = p.Boolean(
        Kind.BOOLEAN,
        "geometryFlipped",
        "Whether the sublayers are mirrored, top to bottom. Default False.",
    )
    double_sided = p.Boolean(
        Kind.BOOLEAN,
        "doubleSided",
        "Whether the layer shows when its back is turned to the viewer. Default True. Animatable.",
    )
    hidden = p.Boolean(
        Kind.BOOLEAN,
        "hidden",
        "Whether the layer and everything in it is left out. Default False. Animatable.",
    )
    opacity = p.Number(
        Kind.NUMBER,
        "opacity",
        "0 (not drawn) to 1, applied to the layer and its sublayers as one picture; values outside are "
        "clamped. Default 1. Animatable.",
    )
    masks_to_bounds = p.Boolean(
        Kind.BOOLEAN,
        "masksToBounds",
        "Whether contents and sublayers are cut off at the rounded bounds. Default False. Animatable.",
    )
    background_color = p.Color(
        Kind.COLOR,
        "backgroundColor",
        "Fills the rounded bounds. Default None. Animatable.",
    )
    corner_radius = p.Number(
        Kind.NUMBER,
        "cornerRadius",
        "The radius of the corners in points, at most half the shorter side; below 0 counts as 0. "
        "Default 0. Animatable.",
    )
    masked_corners = p.Names[MaskedCorner](
        Kind.NAMES,
        "maskedCorners",
        'Which corners are round. Any of "minXMinY", "maxXMinY", "minXMaxY", "maxXMaxY". Default '
        '"minXMinY maxXMinY minXMaxY maxXMaxY".',
    )
    border_width = p.Number(
        Kind.NUMBER,
        "borderWidth",
        "The width in points of a line inside the bounds, over everything in the layer. Default 0. "
        "Animatable.",
    )
    border_color = p.Color(
        Kind.COLOR,
        "borderColor",
        "The colour of the border. Default (0, 0, 0, 1). Animatable.",
    )
    contents = p.ImageProperty(Kind.IMAGE, "contents", "A picture in the bounds. Default None. Animatable.")
    contents_gravity = p.Name[ContentsGravity](
        Kind.NAME,
        "contentsGravity",
        'Where the picture lies in the bounds, and whether it is stretched. One of "resize", '
        '"resizeAspect", "resizeAspectFill", "center", "top", "bottom", "left", "right", "topLeft", '
        '"topRight", "bottomLeft", "bottomRight". Default "resize".',
    )
    contents_rect = p.Rect(
        Kind.RECT,
        "contentsRect",
        "The part of the picture that is shown: (x, y, width, height) in parts of its size; beyond the "
        "picture its edge goes on. Default (0, 0, 1, 1). Animatable.",
    )
    contents_scale = p.Number(
        Kind.NUMBER,
        "contentsScale",
        "Pixels of the picture for each point, where it is not stretched. Default 1. Animatable.",
    )
    magnification_filter = p.Name[MagnificationFilter](
        Kind.NAME,
        "magnificationFilter",
        'How the picture is enlarged. One of "linear", "nearest", "trilinear". Default "linear".',
    )
    minification_filter = p.Name[MinificationFilter](
        Kind.NAME,
        "minificationFilter",
        "How the picture is made smaller: by the mean of each pixel's area, or between two smaller "
        'pictures. One of "linear", "nearest", "trilinear". Default "linear".',
    )
    minification_filter_bias = p.Number(
        Kind.NUMBER,
        "minificationFilterBias",
        "Levels by which the trilinear filter takes smaller pictures: 1 is half the size, softer; below "
        "0 is sharper. Default 0. Animatable.",
    )
    shadow_color = p.Color(
        Kind.COLOR,
        "shadowColor",
        "The colour of the shadow. Default (0, 0, 0, 1). Animatable.",
    )
    shadow_opacity = p.Number(
        Kind.NUMBER,
        "shadowOpacity",
        "Opacity of the shadow, from 0 (none) to 1. Default 0. Animatable.",
    )
    shadow_offset = p.Size(
        Kind.SIZE,
        "shadowOffset",
        "(x, y) points from the picture to its shadow, along the layer's own axes; y grows downwards, "
        "so the default lies above the picture. Default (0, -3). Animatable.",
    )
    shadow_radius = p.Number(
        Kind.NUMBER,
        "shadowRadius",
        "Softness of the shadow: the standard deviation of a Gaussian, in points. Default 3. Animatable.",
    )
    shadow_path = p.PathProperty(
        Kind.PATH,
        "shadowPath",
        "Outline that casts the shadow in place of the picture's alpha, in the layer's coordinates. "
        "Default None. Animatable.",
    )
    filters = p.Filters(
        Kind.FILTERS,
        "filters",
        "Filters of the picture of the layer and its sublayers, in order. `Filter` lists the types. "
        "Default ().",
    )
    background_filters = p.Filters(
        Kind.FILTERS,
        "backgroundFilters",
        "Filters of the picture below the layer, inside its bounds. `Filter` lists the types. Default ().",
    )
    compositing_filter = p.OptionalName[CompositingFilter](
        Kind.NAME,
        "compositingFilter",
        "How the picture is blended with what lies below: a blend mode or an operator of Porter and "
        "Duff, weighted by how far the layer's shapes cover a pixel. None is normalBlendMode, which "
        'draws over it. One of "sourceOver", "normalBlendMode", "plusL", "multiplyBlendMode", '
        '"screenBlendMode", "overlayBlendMode", "darkenBlendMode", "lightenBlendMode", '
        '"colorDodgeBlendMode", "colorBurnBlendMode", "softLightBlendMode", "hardLightBlendMode", '
        '"differenceBlendMode", "exclusionBlendMode", "hueBlendMode", "saturationBlendMode", '
        '"colorBlendMode", "luminosityBlendMode", "subtractBlendMode", "divideBlendMode", '
        '"linearBurnBlendMode", "linearDodgeBlendMode", "linearLightBlendMode", "vividLightBlendMode", '
        '"pinLightBlendMode", "clear", "copy", "sourceIn", "sourceOut", "sourceAtop", "dest", '
        '"destOver", "destIn", "destOut", "destAtop", "xor", "plusD". Default "normalBlendMode".',
    )
    allows_group_opacity = p.Boolean(
        Kind.BOOLEAN,
        "allowsGroupOpacity",
        "Whether opacity fades the layer and its sublayers as one picture, rather than each by itself. "
        "Default True.",
    )
    allows_group_blending = p.Boolean(
        Kind.BOOLEAN,
        "allowsGroupBlending",
        "Whether blend modes of sublayers stay inside the group, where it is drawn as a picture of its "
        "own. Default True.",
    )
    corner_curve = p.Name[CornerCurve](
        Kind.NAME,
        "cornerCurve",
        'Shape of round corners: a circle, or a smoother curve that begins earlier. One of "circular", '
        '"continuous". Default "circular".',
    )
    contents_center = p.Rect(
        Kind.RECT,
        "contentsCenter",
        "The part of the contents that is stretched, in fractions of it; the rest keeps its size. "
        "Default (0, 0, 1, 1). Animatable.",
    )
    contents_multiply_color = p.Color(
        Kind.COLOR,
        "contentsMultiplyColor",
        "Multiplies the colours of the contents, alpha too; None is white. Default None. Animatable.",
    )
    should_rasterize = p.Boolean(
        Kind.BOOLEAN,
        "shouldRasterize",
        "Whether the picture has at most rasterizationScale pixels for each point. Default False. "
        "Animatable.",
    )
    rasterization_scale = p.Number(
        Kind.NUMBER,
        "rasterizationScale",
        "Pixels for each point of a layer that should rasterize. Default 1. Animatable.",
    )
    mask = p.LayerProperty(
        Kind.LAYER,
        "mask",
        "A layer whose alpha shows through this one, in this one's coordinates. Default None.",
    )


class InstancesProperties(p.Keyed):
    """Properties of the copies of replicators and texts."""

    __slots__ = ()

    instance_delay = p.Number(
        Kind.NUMBER,
        "instanceDelay",
        "Copy k sees the time k * delay seconds ago; negative looks ahead. Default 0. Animatable.",
    )
    instance_transform = p.Transform(
        Kind.TRANSFORM,
        "instanceTransform",
        "Copy k is moved by this transform k times over, about the middle of the bounds; in a text, "
        "about the anchor point of the glyph. Default the identity. Animatable.",
    )
    instance_color = p.Color(
        Kind.COLOR,
        "instanceColor",
        "Multiplies the colours of copy 0; not premultiplied. Default (1, 1, 1, 1). Animatable.",
    )
    instance_red_offset = p.Number(
        Kind.NUMBER,
        "instanceRedOffset",
        "Added to the red of the colour from copy to copy, clamped to 0...1: from white only offsets "
        "below 0 show. Default 0. Animatable.",
    )
    instance_green_offset = p.Number(
        Kind.NUMBER,
        "instanceGreenOffset",
        "Added to the green of the colour from copy to copy, clamped to 0...1: from white only offsets "
        "below 0 show. Default 0. Animatable.",
    )
    instance_blue_offset = p.Number(
        Kind.NUMBER,
        "instanceBlueOffset",
        "Added to the blue of the colour from copy to copy, clamped to 0...1: from white only offsets "
        "below 0 show. Default 0. Animatable.",
    )
    instance_alpha_offset = p.Number(
        Kind.NUMBER,
        "instanceAlphaOffset",
        "Added to the alpha of the colour from copy to copy, clamped to 0...1: from white only offsets "
        "below 0 show. Default 0. Animatable.",
    )
    instance_delays = p.Numbers(
        Kind.NUMBERS,
        "instanceDelays",
        "A delay in seconds for each copy; copies beyond it follow the rule. Default None. Animatable.",
    )
    instance_transforms = p.Transforms(
        Kind.TRANSFORMS,
        "instanceTransforms",
        "A transform for each copy about the same point; copies beyond it follow the rule. Default "
        "None. Animatable.",
    )
    instance_colors = p.Colors(
        Kind.COLORS,
        "instanceColors",
        "A colour for each copy, not premultiplied; copies beyond it follow the rule. Default None. "
        "Animatable.",
    )
    instance_opacities = p.Numbers(
        Kind.NUMBERS,
        "instanceOpacities",
        "0...1 for each copy, on top of its colour's alpha; copies beyond it keep that. Default None. "
        "Animatable.",
    )


class ReplicatorLayerProperties(p.Keyed):
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
        "How many copies there are, the original included; 0 or less draws none. Default 1. Animatable.",
    )
    preserves_depth = p.Boolean(
        Kind.BOOLEAN,
        "preservesDepth",
        "Whether copies keep their depth; the replicator then paints nothing itself, as a transform "
        "layer, and copies that let light through show those behind them. Default False.",
    )


class ShapeLayerProperties(p.Keyed):
    """Properties that only a shape layer has."""

    __slots__ = ()

    def __init__(self, path: Outline | None = None, **properties: Unpack[k.ShapeLayerKeywords]) -> None:
        self._init(properties, path=path)

    path = p.PathProperty(
        Kind.PATH,
        "path",
        "The outline, in the layer's coordinates; not cut off at the bounds. Default None. Animatable.",
    )
    fill_color = p.Color(
        Kind.COLOR,
        "fillColor",
        "Colour of the inside of the path. Default (0, 0, 0, 1). Animatable.",
    )
    fill_rule = p.Name[FillRule](
        Kind.NAME,
        "fillRule",
        'Rule that says what is inside where the path crosses itself. One of "non-zero", "even-odd". '
        'Default "non-zero".',
    )
    stroke_color = p.Color(
        Kind.COLOR,
        "strokeColor",
        "Colour of the line along the path, over the fill. Default None. Animatable.",
    )
    stroke_start = p.Number(
        Kind.NUMBER,
        "strokeStart",
        "Where the line begins, as a part of the path's length, 0...1. Default 0. Animatable.",
    )
    stroke_end = p.Number(
        Kind.NUMBER,
        "strokeEnd",
        "Where the line ends, as a part of the path's length, 0...1. Default 1. Animatable.",
    )
    line_width = p.Number(
        Kind.NUMBER,
        "lineWidth",
        "The line's width in points, centred on the path; 0 draws none. Default 1. Animatable.",
    )
    miter_limit = p.Number(
        Kind.NUMBER,
        "miterLimit",
        "The longest pointed join, in line widths; longer ones become bevels. Default 10. Animatable.",
    )
    line_cap = p.Name[LineCap](
        Kind.NAME,
        "lineCap",
        'How the ends of the line look. One of "butt", "round", "square". Default "butt".',
    )
    line_join = p.Name[LineJoin](
        Kind.NAME,
        "lineJoin",
        'How the corners of the line look. One of "miter", "round", "bevel". Default "miter".',
    )
    line_dash_phase = p.Number(
        Kind.NUMBER,
        "lineDashPhase",
        "How far into the pattern the line begins, in points. Default 0. Animatable.",
    )
    line_dash_pattern = p.Numbers(
        Kind.NUMBERS,
        "lineDashPattern",
        "Lengths of dashes and gaps in turn, in points; with one below 0 the line is whole. Default "
        "None. Animatable.",
    )


class GradientLayerProperties(p.Keyed):
    """Properties that only a gradient layer has."""

    __slots__ = ()

    def __init__(self, **properties: Unpack[k.GradientLayerKeywords]) -> None:
        self._init(properties)

    type = p.Name[GradientType](
        Kind.NAME,
        "type",
        'Along a line, or around a centre. One of "axial", "radial", "conic". Default "axial".',
    )
    colors = p.StopColors(Kind.COLORS, "colors", "The colours, in order. Default None. Animatable.")
    locations = p.StopLocations(
        Kind.NUMBERS,
        "locations",
        "Where each colour lies, not decreasing: 0 at the start, 1 at the end, others beyond; none, or "
        "another count: evenly spread. Default None. Animatable.",
    )
    start_point = p.Point(
        Kind.POINT,
        "startPoint",
        "Where the first colour lies, in parts of the bounds; the centre of a radial gradient. Default "
        "(0.5, 0). Animatable.",
    )
    end_point = p.Point(
        Kind.POINT,
        "endPoint",
        "Where the last colour lies, in parts of the bounds; a corner around a radial gradient. Lines "
        "of one colour of an axial one are across the way there in a square, and stretched with it to "
        "the bounds. Default (0.5, 1). Animatable.",
    )


class EmitterLayerProperties(p.Keyed):
    """Properties that only an emitter layer has."""

    __slots__ = ()

    def __init__(self, **properties: Unpack[k.EmitterLayerKeywords]) -> None:
        self._init(properties)

    birth_rate = p.Number(
        Kind.NUMBER,
        "birthRate",
        "Multiplies the cells' birth rates. Default 1. Animatable.",
    )
    lifetime = p.Number(Kind.NUMBER, "lifetime", "Multiplies the cells' lifetimes. Default 1. Animatable.")
    velocity = p.Number(Kind.NUMBER, "velocity", "Multiplies the cells' velocities. Default 1. Animatable.")
    scale = p.Number(Kind.NUMBER, "scale", "Multiplies the cells' scales. Default 1. Animatable.")
    spin = p.Number(Kind.NUMBER, "spin", "Multiplies the cells' spins. Default 1. Animatable.")
    emitter_position = p.Point(
        Kind.POINT,
        "emitterPosition",
        "(x, y) of the shape's centre. Default (0, 0). Animatable.",
    )
    emitter_z_position = p.Number(
        Kind.NUMBER,
        "emitterZPosition",
        "Depth of the shape's centre in points; larger is nearer to the viewer. Default 0. Animatable.",
    )
    emitter_size = p.Size(
        Kind.SIZE,
        "emitterSize",
        "(width, height) of the shape; the radius of a circle or sphere is the width. Default (0, 0). "
        "Animatable.",
    )
    emitter_depth = p.Number(
        Kind.NUMBER,
        "emitterDepth",
        "The third side of a cuboid. Default 0. Animatable.",
    )
    emitter_shape = p.Name[EmitterShape](
        Kind.NAME,
        "emitterShape",
        'Where particles begin. One of "point", "line", "rectangle", "circle", "cuboid", "sphere". '
        'Default "point".',
    )
    emitter_mode = p.Name[EmitterMode](
        Kind.NAME,
        "emitterMode",
        'From which part of the shape they begin. One of "points", "outline", "surface", "volume". '
        'Default "volume".',
    )
    render_mode = p.Name[RenderMode](
        Kind.NAME,
        "renderMode",
        'In which order they are drawn; additive adds their light. One of "unordered", "oldestFirst", '
        '"oldestLast", "backToFront", "additive". Default "unordered".',
    )
    preserves_depth = p.Boolean(
        Kind.BOOLEAN,
        "preservesDepth",
        "Whether particles stand in the 3-D space of the superlayer, sorted by depth among its "
        "sublayers; masks, clips, filters and shadows of the emitter do not reach them there. Default "
        "False.",
    )
    seed = p.Integer(
        Kind.INTEGER,
        "seed",
        "Chooses the random sequence; equal seeds give equal particles. Default 0.",
    )
    loop_duration = p.Number(
        Kind.NUMBER,
        "loopDuration",
        "Seconds after which the same particles are born again, so that a clip repeats; 0 for never. "
        "Default 0.",
    )
    warm = p.Boolean(
        Kind.BOOLEAN,
        "warm",
        "Whether particles are in the air at time 0 as if emission had begun long before. Default False.",
    )


class PortalLayerProperties(p.Keyed):
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
        "Whether the source is left out at home while this portal is there and not hidden. Default False.",
    )
    matches_opacity = p.Boolean(
        Kind.BOOLEAN,
        "matchesOpacity",
        "Whether the source's own opacity counts here as well. Default False.",
    )
    matches_position = p.Boolean(
        Kind.BOOLEAN,
        "matchesPosition",
        "Whether the source appears where it really is, as through a window. Default False.",
    )
    matches_transform = p.Boolean(
        Kind.BOOLEAN,
        "matchesTransform",
        "Whether the source's own transform counts here as well. Default False.",
    )
    inherits_time = p.Boolean(
        Kind.BOOLEAN,
        "inheritsTime",
        "Whether the delays of the replicators around the portal count here. Default False.",
    )
    source_layer = p.LayerProperty(
        Kind.LAYER,
        "sourceLayer",
        "The layer that is shown once more; it stays where it is. Default None.",
    )


class ViewReplicatorProperties(p.Keyed):
    """Properties that only a view replicator has."""

    __slots__ = ()

    def __init__(self, source: Layer | None = None, **properties: Unpack[k.ViewReplicatorKeywords]) -> None:
        self._init(properties, source=source)

    technique = p.Name[Technique](
        Kind.NAME,
        "technique",
        "How an app may build it; the picture is the same, and is drawn directly. `construction` builds "
        'the second. One of "portal", "replicator". Default "portal".',
    )
    source_layer = p.LayerProperty(
        Kind.LAYER,
        "sourceLayer",
        "The layer that the proxies show. It leaves the place it had. Default None.",
    )


class ProxyProperties(p.Keyed):
    """Properties that only a proxy has."""

    __slots__ = ()

    def __init__(self, **properties: Unpack[k.ProxyKeywords]) -> None:
        self._init(properties)

    source_rect = p.OptionalRect(
        Kind.RECT,
        "sourceRect",
        "The part of the source that is shown, in its own coordinates, stretched to the bounds and cut "
        "off there; none: all of it, not cut off. Default None. Animatable.",
    )


class TransformLayerProperties(p.Keyed):
    """Properties that only a transform layer has."""

    __slots__ = ()

    def __init__(self, **properties: Unpack[k.TransformLayerKeywords]) -> None:
        self._init(properties)


class TextLayerProperties(p.Keyed):
    """Properties that only a text has."""

    __slots__ = ()

    def __init__(self, string: str = "", **properties: Unpack[k.TextLayerKeywords]) -> None:
        self._init(properties, string=string)

    string = p.String(
        Kind.STRING,
        "string",
        'The text. A new string begins without styles for ranges of characters. Default "". Animatable.',
    )
    number = p.TextNumber(
        Kind.NUMBER,
        "number",
        "A number that is shown in place of the string where there is a number format; animated, it "
        "counts. Default 0. Animatable.",
    )
    number_format = p.String(
        Kind.STRING,
        "numberFormat",
        'How the number is written, as Python\'s str.format has it: "{:,.0f} km", "{:+.1f}", "{:.0%}", '
        '"{:03d}"; without one the string is shown. Default "".',
    )
    foreground_color = p.Color(
        Kind.COLOR,
        "foregroundColor",
        "Colour of the glyphs; colour glyphs take only its alpha. Default (1, 1, 1, 1). Animatable.",
    )
    font_size = p.Number(
        Kind.NUMBER,
        "fontSize",
        "Size of the font in points for each em; 0 draws nothing. Default 36. Animatable.",
    )
    font = p.FontProperty(
        Kind.FONT,
        "font",
        "The font; None is Stretto Sans, which is built in. Default None.",
    )
    fallback_fonts = p.Fonts(
        Kind.FONTS,
        "fallbackFonts",
        "Fonts for characters that the font lacks, in this order; then Stretto Sans and the emoji font. "
        "Default ().",
    )
    font_variations = p.Variations(
        Kind.VARIATIONS,
        "fontVariations",
        "Places on the font's axes, with new layout; beyond an axis its nearer end counts; "
        "fontVariations.wght is animatable. Default None.",
    )
    font_features = p.Features(
        Kind.FEATURES,
        "fontFeatures",
        'OpenType features, such as tnum, liga=0. Default "".',
    )
    language = p.String(
        Kind.STRING,
        "language",
        'A BCP 47 tag for forms that differ by language. Default "".',
    )
    wrapped = p.Boolean(
        Kind.BOOLEAN,
        "wrapped",
        "Whether lines break at the bounds' width, if that is above 0. Default False.",
    )
    truncation_mode = p.Name[TruncationMode](
        Kind.NAME,
        "truncationMode",
        'Where text that does not fit is replaced by an ellipsis. One of "none", "start", "middle", '
        '"end". Default "none".',
    )
    alignment_mode = p.Name[AlignmentMode](
        Kind.NAME,
        "alignmentMode",
        "Where lines lie in the width of the bounds, or about the position if there is none. One of "
        '"natural", "left", "right", "center", "justified". Default "natural".',
    )
    vertical_alignment_mode = p.Name[VerticalAlignmentMode](
        Kind.NAME,
        "verticalAlignmentMode",
        'Where the lines lie in the height of the bounds. One of "top", "center", "bottom". Default "top".',
    )
    tracking = p.Number(
        Kind.NUMBER,
        "tracking",
        "Points added after each character, but not inside joined scripts. Default 0. Animatable.",
    )
    leading = p.Number(Kind.NUMBER, "leading", "Points added between lines. Default 0. Animatable.")
    writing_direction = p.Name[WritingDirection](
        Kind.NAME,
        "writingDirection",
        'Where paragraphs begin; natural is the direction of their first letter. One of "natural", '
        '"leftToRight", "rightToLeft". Default "natural".',
    )
    text_path = p.PathProperty(
        Kind.PATH,
        "textPath",
        "Path that the baseline follows, in the layer's coordinates. Default None. Animatable.",
    )
    text_path_offset = p.Number(
        Kind.NUMBER,
        "textPathOffset",
        "The length of the path at which the text begins. Default 0. Animatable.",
    )
    text_path_rotates = p.Boolean(
        Kind.BOOLEAN,
        "textPathRotates",
        "Whether copies turn with the path. Default True.",
    )
    instance_unit = p.Name[InstanceUnit](
        Kind.NAME,
        "instanceUnit",
        'Unit of text that one copy shows. One of "character", "word", "line", "text". Default "character".',
    )
    instance_anchor = p.OptionalName[InstanceAnchor](
        Kind.NAME,
        "instanceAnchor",
        "Box in which the anchor point of the glyph is measured; none is the box of the copy. One of "
        '"character", "word", "line", "text". Default None.',
    )
    clips_instances = p.Boolean(
        Kind.BOOLEAN,
        "clipsInstances",
        "Whether each copy is cut off at its box as it is at rest, so that it can rise from behind a "
        "line. Default False.",
    )


class GlyphLayerProperties(p.Keyed):
    """Properties that only the glyph layer of a text has."""

    __slots__ = ()

    def __init__(self, **properties: Unpack[k.GlyphLayerKeywords]) -> None:
        self._init(properties)

    foreground_color = p.Color(
        Kind.COLOR,
        "foregroundColor",
        "Colour of the glyphs; None is the text's. Default None. Animatable.",
    )
    strokes_first = p.Boolean(Kind.BOOLEAN, "strokesFirst", "Whether strokes lie below fills. Default False.")
    font_variations = p.Variations(
        Kind.VARIATIONS,
        "fontVariations",
        "Places on the font's axes that change outlines and move nothing; beyond an axis its nearer end "
        "counts; fontVariations.wght is animatable. Default None.",
    )
    stroke_color = p.Color(
        Kind.COLOR,
        "strokeColor",
        "Colour of the line along the path, over the fill. Default None. Animatable.",
    )
    stroke_start = p.Number(
        Kind.NUMBER,
        "strokeStart",
        "Where the line begins, as a part of the path's length, 0...1. Default 0. Animatable.",
    )
    stroke_end = p.Number(
        Kind.NUMBER,
        "strokeEnd",
        "Where the line ends, as a part of the path's length, 0...1. Default 1. Animatable.",
    )
    line_width = p.Number(
        Kind.NUMBER,
        "lineWidth",
        "The line's width in points, centred on the path; 0 draws none. Default 1. Animatable.",
    )
    miter_limit = p.Number(
        Kind.NUMBER,
        "miterLimit",
        "The longest pointed join, in line widths; longer ones become bevels. Default 10. Animatable.",
    )
    line_cap = p.Name[LineCap](
        Kind.NAME,
        "lineCap",
        'How the ends of the line look. One of "butt", "round", "square". Default "butt".',
    )
    line_join = p.Name[LineJoin](
        Kind.NAME,
        "lineJoin",
        'How the corners of the line look. One of "miter", "round", "bevel". Default "miter".',
    )
    line_dash_phase = p.Number(
        Kind.NUMBER,
        "lineDashPhase",
        "How far into the pattern the line begins, in points. Default 0. Animatable.",
    )
    line_dash_pattern = p.Numbers(
        Kind.NUMBERS,
        "lineDashPattern",
        "Lengths of dashes and gaps in turn, in points; with one below 0 the line is whole. Default "
        "None. Animatable.",
    )


class EmitterCellProperties(p.Keyed):
    """Properties of an emitter cell."""

    __slots__ = ()

    def __init__(self, **properties: Unpack[k.EmitterCellKeywords]) -> None:
        self._init(properties)

    name = p.String(
        Kind.STRING,
        "name",
        'The name in key paths such as "emitterCells.red.birthRate". Default "".',
    )
    enabled = p.Boolean(
        Kind.BOOLEAN,
        "enabled",
        "Whether particles of this kind are emitted. Default True. Animatable.",
    )
    birth_rate = p.Number(Kind.NUMBER, "birthRate", "Particles a second. Default 0. Animatable.")
    lifetime = p.Number(Kind.NUMBER, "lifetime", "Seconds that a particle lives. Default 0. Animatable.")
    lifetime_range = p.Number(
        Kind.NUMBER,
        "lifetimeRange",
        "The spread of the lifetime. Default 0. Animatable.",
    )
    emission_latitude = p.Number(
        Kind.NUMBER,
        "emissionLatitude",
        "Angle of the direction out of the plane, in radians. Default 0. Animatable.",
    )
    emission_longitude = p.Number(
        Kind.NUMBER,
        "emissionLongitude",
        "The direction's angle in the plane, in radians: 0 is to the right, pi / 2 down; from the shape "
        '"line", 0 is up and pi down. Default 0. Animatable.',
    )
    emission_range = p.Number(
        Kind.NUMBER,
        "emissionRange",
        "Full angle of the cone of directions, in radians. Default 0. Animatable.",
    )
    velocity = p.Number(
        Kind.NUMBER,
        "velocity",
        "Speed at birth, in points per second. Default 0. Animatable.",
    )
    velocity_range = p.Number(
        Kind.NUMBER,
        "velocityRange",
        "The spread of the velocity. Default 0. Animatable.",
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
    scale = p.Number(Kind.NUMBER, "scale", "Scale of the particle's picture. Default 1. Animatable.")
    scale_range = p.Number(Kind.NUMBER, "scaleRange", "The spread of the scale. Default 0. Animatable.")
    scale_speed = p.Number(
        Kind.NUMBER,
        "scaleSpeed",
        "The change of the scale a second. Default 0. Animatable.",
    )
    rotation = p.Number(
        Kind.NUMBER,
        "rotation",
        "Angle of a particle at its birth, in radians. Default 0. Animatable.",
    )
    rotation_range = p.Number(
        Kind.NUMBER,
        "rotationRange",
        "The spread of the rotation. Default 0. Animatable.",
    )
    spin = p.Number(Kind.NUMBER, "spin", "Speed of rotation, in radians per second. Default 0. Animatable.")
    spin_range = p.Number(Kind.NUMBER, "spinRange", "The spread of the spin. Default 0. Animatable.")
    particle_type = p.Name[ParticleType](
        Kind.NAME,
        "particleType",
        "Whether a particle lies in the emitter's plane, or turns in space and spins about its own x "
        'axis. One of "sprite", "plane". Default "sprite".',
    )
    orientation_range = p.Number(
        Kind.NUMBER,
        "orientationRange",
        "Of a plane: full angle of the cone that its normal lies in at birth, in radians. Default 0. "
        "Animatable.",
    )
    orientation_latitude = p.Number(
        Kind.NUMBER,
        "orientationLatitude",
        "Of a plane: angle of the middle of that cone from the viewer, in radians; 0 faces the viewer. "
        "Default 0. Animatable.",
    )
    orientation_longitude = p.Number(
        Kind.NUMBER,
        "orientationLongitude",
        "Of a plane: where the middle of that cone is tilted to, in radians; 0 is to the right, pi / 2 "
        "down. Default 0. Animatable.",
    )
    mass = p.Number(
        Kind.NUMBER,
        "mass",
        "Divides the forces of behaviors, but no acceleration; below 0.001 it counts as 0.001. Default 1.",
    )
    mass_range = p.Number(Kind.NUMBER, "massRange", "The spread of the mass. Default 0.")
    color = p.Color(
        Kind.COLOR,
        "color",
        "Multiplies the picture's colours. Default (1, 1, 1, 1). Animatable.",
    )
    red_range = p.Number(Kind.NUMBER, "redRange", "The spread of red. Default 0. Animatable.")
    green_range = p.Number(Kind.NUMBER, "greenRange", "The spread of green. Default 0. Animatable.")
    blue_range = p.Number(Kind.NUMBER, "blueRange", "The spread of blue. Default 0. Animatable.")
    alpha_range = p.Number(Kind.NUMBER, "alphaRange", "The spread of alpha. Default 0. Animatable.")
    red_speed = p.Number(Kind.NUMBER, "redSpeed", "The change of red a second. Default 0. Animatable.")
    green_speed = p.Number(Kind.NUMBER, "greenSpeed", "The change of green a second. Default 0. Animatable.")
    blue_speed = p.Number(Kind.NUMBER, "blueSpeed", "The change of blue a second. Default 0. Animatable.")
    alpha_speed = p.Number(Kind.NUMBER, "alphaSpeed", "The change of alpha a second. Default 0. Animatable.")
    contents = p.ImageProperty(
        Kind.IMAGE,
        "contents",
        "The particle's picture: without one it is not seen, whatever its color. Default None. Animatable.",
    )
    contents_rect = p.Rect(
        Kind.RECT,
        "contentsRect",
        "The part of the picture that is shown: (x, y, width, height) in parts of its size. Default (0, "
        "0, 1, 1). Animatable.",
    )
    contents_scale = p.Number(
        Kind.NUMBER,
        "contentsScale",
        "Pixels of the picture for each point. Default 1. Animatable.",
    )
    magnification_filter = p.Name[MagnificationFilter](
        Kind.NAME,
        "magnificationFilter",
        'How the picture is enlarged. One of "linear", "nearest", "trilinear". Default "linear".',
    )
    minification_filter = p.Name[MinificationFilter](
        Kind.NAME,
        "minificationFilter",
        "How the picture is made smaller: by the mean of each pixel's area, or between two smaller "
        'pictures. One of "linear", "nearest", "trilinear". Default "linear".',
    )
    minification_filter_bias = p.Number(
        Kind.NUMBER,
        "minificationFilterBias",
        "Levels by which the trilinear filter takes smaller pictures: 1 is half the size, softer; below "
        "0 is sharper. Default 0.",
    )
    begin_time = p.Number(
        Kind.NUMBER,
        "beginTime",
        "When it begins, in seconds of its parent's time. Default 0.",
    )
    time_offset = p.Number(
        Kind.NUMBER,
        "timeOffset",
        "Seconds added to the time within it, after speed. Default 0.",
    )
    speed = p.Number(
        Kind.NUMBER,
        "speed",
        "How fast its time runs beside its parent's; 0 stands still, negative runs backwards. Default 1.",
    )
    duration = p.Number(Kind.NUMBER, "duration", "Seconds for which particles are emitted. Default inf.")
    repeat_count = p.Number(
        Kind.NUMBER,
        "repeatCount",
        "How many cycles are played, fractions allowed; 0 counts as 1, infinity is for ever. Default 0.",
    )
    repeat_duration = p.Number(
        Kind.NUMBER,
        "repeatDuration",
        "For how many seconds cycles are repeated; used if above 0, in place of the count. Default 0.",
    )
    autoreverses = p.Boolean(
        Kind.BOOLEAN,
        "autoreverses",
        "Whether each cycle is played backwards as well, which doubles it. Default False.",
    )
    fill_mode = p.Name[FillMode](
        Kind.NAME,
        "fillMode",
        'Whether the first value shows before the begin and the last after the end. One of "removed", '
        '"backwards", "forwards", "both". Default "removed".',
    )


class EmitterBehaviorProperties(p.Keyed):
    """Properties of an emitter behavior."""

    __slots__ = ()

    def __init__(self, type: str, **properties: Unpack[k.EmitterBehaviorKeywords]) -> None:
        self._init(properties, type=type)

    name = p.String(
        Kind.STRING,
        "name",
        'The name in key paths such as "emitterBehaviors.drag.drag". Default "".',
    )
    enabled = p.Boolean(
        Kind.BOOLEAN,
        "enabled",
        "Whether the behavior has an effect. Default True. Animatable.",
    )
    drag = p.Number(
        Kind.NUMBER,
        "drag",
        "Of drag: the force is -drag times the velocity; 1 slows to a third in a second. Default 0. "
        "Animatable.",
    )
    force = p.Numbers(
        Kind.NUMBERS,
        "force",
        "Of a wave: its largest force (x, y, z), in points per second squared for a mass of 1. Default "
        "(0, 0, 0). Animatable.",
    )
    frequency = p.Number(
        Kind.NUMBER,
        "frequency",
        "Of a wave: swings a second of the emitter's time, from 0 towards the force; above 120 the "
        "force averages to nothing and is left out. Default 0. Animatable.",
    )
    attractor_type = p.Name[AttractorType](
        Kind.NAME,
        "attractorType",
        'Of an attractor: whether it pulls towards a point, an axis or a plane. One of "radial", '
        '"axial", "planar". Default "radial".',
    )
    stiffness = p.Number(
        Kind.NUMBER,
        "stiffness",
        "Of an attractor: force for each point beyond the radius, in points per second squared for a "
        "mass of 1; below 0 pushes away; a magnitude above 14400 counts as 14400. Default 0. Animatable.",
    )
    radius = p.Number(
        Kind.NUMBER,
        "radius",
        "Of an attractor: distance in points from which on it has an effect, unless the falloff is "
        "below 0. Default 0. Animatable.",
    )
    position = p.Point(
        Kind.POINT,
        "position",
        "Of an attractor: (x, y) of its centre in the emitter layer. Default (0, 0). Animatable.",
    )
    z_position = p.Number(
        Kind.NUMBER,
        "zPosition",
        "Of an attractor: depth of its centre in points; larger is nearer to the viewer. Default 0. "
        "Animatable.",
    )
    orientation_latitude = p.Number(
        Kind.NUMBER,
        "orientationLatitude",
        "Of an attractor: angle out of the layer's plane of its axis, or of the normal of its plane, in "
        "radians. Default 0. Animatable.",
    )
    orientation_longitude = p.Number(
        Kind.NUMBER,
        "orientationLongitude",
        "Of an attractor: angle in the layer's plane of that direction, in radians; 0 is to the right. "
        "Default 0. Animatable.",
    )
    falloff = p.Number(
        Kind.NUMBER,
        "falloff",
        "Of an attractor: exponent by which the force weakens beyond the radius; below 0 it pushes "
        "outwards instead, what is within the radius in a shell of that depth in points. Default 0. "
        "Animatable.",
    )
    falloff_distance = p.Number(
        Kind.NUMBER,
        "falloffDistance",
        "Of an attractor: points beyond the radius at which a falloff of 1 halves the force; 0 takes "
        "the radius, or 1. Default 0. Animatable.",
    )
    rotation = p.Number(
        Kind.NUMBER,
        "rotation",
        "Of alignToMotion: turns by which the picture is rotated besides; its y axis follows the "
        "velocity. Default 0. Animatable.",
    )
    preserves_depth = p.Boolean(
        Kind.BOOLEAN,
        "preservesDepth",
        "Of alignToMotion: whether planes follow the velocity in space as well. Default False. Animatable.",
    )
    key_path = p.OptionalName[KeyPath](
        Kind.NAME,
        "keyPath",
        'Of valueOverLife: property of the particle that it gives. One of "position.x", "position.y", '
        '"position.z", "velocity.x", "velocity.y", "velocity.z", "mass", "rotation", "spin", "scale", '
        '"scaleSpeed", "color.red", "color.green", "color.blue", "color.alpha". Default None.',
    )
    values = p.Numbers(
        Kind.NUMBERS,
        "values",
        "Of valueOverLife: values from birth to end, blended in between. Default None. Animatable.",
    )
    colors = p.Colors(
        Kind.COLORS,
        "colors",
        "Of colorOverLife: colours from birth to end; they replace the cell's colour. Default None. "
        "Animatable.",
    )
    locations = p.Numbers(
        Kind.NUMBERS,
        "locations",
        "Of valueOverLife and colorOverLife: age of each value as a part of the lifetime, 0...1 and not "
        "decreasing; none, or another count: evenly spread. Default None. Animatable.",
    )
    additive = p.Boolean(
        Kind.BOOLEAN,
        "additive",
        "Of valueOverLife: whether the value is added to the particle's own rather than taking its "
        "place. Default False. Animatable.",
    )


class AnimationProperties(p.Keyed):
    """Properties of every animation."""

    __slots__ = ()

    def __init__(self, **properties: Unpack[k.AnimationKeywords]) -> None:
        self._init(properties)

    begin_time = p.Number(
        Kind.NUMBER,
        "beginTime",
        "When it begins, in seconds of its parent's time. Default 0.",
    )
    time_offset = p.Number(
        Kind.NUMBER,
        "timeOffset",
        "Seconds added to the time within it, after speed. Default 0.",
    )
    speed = p.Number(
        Kind.NUMBER,
        "speed",
        "How fast its time runs beside its parent's; 0 stands still, negative runs backwards. Default 1.",
    )
    duration = p.Number(
        Kind.NUMBER,
        "duration",
        "The length of one cycle in seconds; 0 reads as 0.25. Default 0.",
    )
    repeat_count = p.Number(
        Kind.NUMBER,
        "repeatCount",
        "How many cycles are played, fractions allowed; 0 counts as 1, infinity is for ever. Default 0.",
    )
    repeat_duration = p.Number(
        Kind.NUMBER,
        "repeatDuration",
        "For how many seconds cycles are repeated; used if above 0, in place of the count. Default 0.",
    )
    autoreverses = p.Boolean(
        Kind.BOOLEAN,
        "autoreverses",
        "Whether each cycle is played backwards as well, which doubles it. Default False.",
    )
    fill_mode = p.Name[FillMode](
        Kind.NAME,
        "fillMode",
        'Whether the first value shows before the begin and the last after the end. One of "removed", '
        '"backwards", "forwards", "both". Default "removed".',
    )
    timing_function = p.TimingFunction(
        Kind.CURVE,
        "timingFunction",
        "Eases the whole cycle: a name or four control points; none is linear. Default None.",
    )
    removed_on_completion = p.Boolean(
        Kind.BOOLEAN,
        "removedOnCompletion",
        "Whether it has no effect at all once it is over, even by its fill mode. Default True.",
    )


class PropertyAnimationProperties(p.Keyed):
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
        "Whether its values are added to what is there, in place of replacing it. Default False.",
    )
    cumulative = p.Boolean(
        Kind.BOOLEAN,
        "cumulative",
        "Whether each repetition goes on from where the last one ended. Default False.",
    )
    value_function = p.OptionalName[ValueFunction](
        Kind.NAME,
        "valueFunction",
        "Makes a transform from numbers: a turn, scales or a translation. Set it before the values. One "
        'of "rotateX", "rotateY", "rotateZ", "scale", "scaleX", "scaleY", "scaleZ", "translate", '
        '"translateX", "translateY", "translateZ". Default None.',
    )


class BasicAnimationProperties(p.Keyed):
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


class KeyframeAnimationProperties(p.Keyed):
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
        "When each value is reached, from 0 to 1 and not decreasing: one for each value, and one more "
        "in the discrete mode. The shorter list counts; the first value holds before, the last after "
        "them. Default None.",
    )
    timing_functions = p.TimingFunctions(
        Kind.CURVES,
        "timingFunctions",
        "Ease the segments between values: names or control points, one for each; missing ones are "
        "linear. Default None.",
    )
    calculation_mode = p.Name[CalculationMode](
        Kind.NAME,
        "calculationMode",
        'How values between the given ones are found. One of "linear", "discrete", "paced", "cubic", '
        '"cubicPaced". Default "linear".',
    )
    tension_values = p.Numbers(
        Kind.NUMBERS,
        "tensionValues",
        "Tightness of the curve at each value in the cubic modes: 1 is a corner, below 0 wider; none is "
        "0. Default None.",
    )
    continuity_values = p.Numbers(
        Kind.NUMBERS,
        "continuityValues",
        "Sharpness of the corner at each value in the cubic modes; none is 0, smooth. Default None.",
    )
    bias_values = p.Numbers(
        Kind.NUMBERS,
        "biasValues",
        "Where the curve bends at each value in the cubic modes: above 0 after it; none is 0. Default None.",
    )
    path = p.PathProperty(
        Kind.PATH,
        "path",
        "The path of an animated point, in place of values: each line and curve is a segment, moves are "
        "jumps. Default None.",
    )
    rotation_mode = p.OptionalName[RotationMode](
        Kind.NAME,
        "rotationMode",
        'Whether the layer turns so that its x axis lies along the path, or against it. One of "auto", '
        '"autoReverse". Default None.',
    )


class SpringAnimationProperties(p.Keyed):
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

    mass = p.Number(Kind.NUMBER, "mass", "The mass on the spring. Default 1.")
    stiffness = p.Number(
        Kind.NUMBER,
        "stiffness",
        "Stiffness of the spring: force for each unit of distance from the end value. Default 100.",
    )
    damping = p.Number(
        Kind.NUMBER,
        "damping",
        "Damping: force against the motion for each unit of speed; at 0 it never comes to rest. Default 10.",
    )
    initial_velocity = p.Number(
        Kind.NUMBER,
        "initialVelocity",
        "Speed at the start, in distances from start to end each second; positive is towards the end. "
        "Default 0.",
    )
    allows_overdamping = p.Boolean(
        Kind.BOOLEAN,
        "allowsOverdamping",
        "Whether damping above the critical one counts; otherwise it counts as critical. Default False.",
    )
    perceptual_duration = p.Number(
        Kind.NUMBER,
        "perceptualDuration",
        "Seconds that the motion seems to take; sets the stiffness and keeps the bounce. Default 0.628319.",
    )
    bounce = p.Number(
        Kind.NUMBER,
        "bounce",
        "How much it overshoots, -0.999...1: 0 not at all (critical damping), 1 for ever; sets the "
        "damping. Default 0.5.",
    )
    damping_ratio = p.Number(
        Kind.NUMBER,
        "dampingRatio",
        "Damping as a multiple of the critical one, at which nothing overshoots; sets the damping. "
        "Default 0.5.",
    )
    settles_in = p.Number(
        Kind.NUMBER,
        "settlesIn",
        "Seconds after which it stays within a thousandth of the end; sets stiffness and damping and "
        "keeps the damping ratio. Default 1.4727.",
    )


class AnimationGroupProperties(p.Keyed):
    """Properties that only a group has."""

    __slots__ = ()

    def __init__(
        self,
        animations: Iterable[Animation] = (),
        **properties: Unpack[k.AnimationGroupKeywords],
    ) -> None:
        self._init(properties, animations=animations)


class TransitionProperties(p.Keyed):
    """Properties that only a transition has."""

    __slots__ = ()

    def __init__(self, **properties: Unpack[k.TransitionKeywords]) -> None:
        self._init(properties)

    type = p.Name[TransitionType](
        Kind.NAME,
        "type",
        "Whether the new picture fades in, slides over the old one, pushes it out, or is laid open by "
        'it. One of "fade", "moveIn", "push", "reveal". Default "fade".',
    )
    subtype = p.OptionalName[Subtype](
        Kind.NAME,
        "subtype",
        "From which side pictures move, by the width or height of the bounds; none is from the left. "
        'One of "fromLeft", "fromRight", "fromTop", "fromBottom". Default None.',
    )
    start_progress = p.Number(
        Kind.NUMBER,
        "startProgress",
        "The part of the whole transition at which it begins, 0...1. Default 0.",
    )
    end_progress = p.Number(
        Kind.NUMBER,
        "endProgress",
        "The part of the whole transition at which it ends, 0...1. Default 1.",
    )
