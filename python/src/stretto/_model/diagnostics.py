"""Messages of diagnostics. Messages of the diagnostics. Each message is the end of a sentence that begins
with the property and the layer.
"""

from __future__ import annotations

from stretto._ffi.signatures import DiagnosticKind as Kind

#: Problem and remedy by the header's STRETTO_DIAGNOSTIC_... numbers.
MESSAGES: dict[int, str] = {
    Kind.REMOVED_TOO_SOON: (
        "is removed when it ends for the first copy, so later copies lose it before their own end: set "
        "removed_on_completion=False, or repeat the animation"
    ),
    Kind.BLACK_SOURCE: (
        "has colour offsets over a black source; the offsets multiply the colours of the source, and "
        "black stays black: make the source white"
    ),
    Kind.PIVOT_AT_CORNER: (
        "rotates or scales its copies about the centre of its bounds, which have no size: set bounds or a "
        "frame whose centre is the pivot"
    ),
    Kind.DELAY_BEYOND_CLIP: "is so long that the last copy begins after the end of the clip",
    Kind.MATRIX_STEPS: (
        "interpolates a matrix with parallel axes, which cannot be decomposed, so the value switches at "
        "half time: animate components such as transform.scale.x instead"
    ),
    Kind.NO_SIZE: (
        "has no area, so nothing that the layer paints or clips is visible: give the layer bounds or a frame"
    ),
    Kind.NOTHING_TO_PAINT: (
        "is empty or not set, and the layer has nothing else to paint, so the layer is invisible"
    ),
    Kind.OUTSIDE: "is outside the scene and stands still, so the layer is invisible",
    Kind.EMPTY_CELL: "is not set (a new cell has none), so the particles are invisible",
    Kind.SPRING_CUT_OFF: (
        "is cut off, or restarts, while it still moves. A spring lasts for its duration, a quarter of a "
        "second unless you set it: set duration=animation.settling_duration"
    ),
    Kind.MISSING_GLYPH: (
        "contains characters that no font here has, and boxes are drawn: give the text a font with these "
        "characters (Font.covering lists those of this machine), or fallback_fonts"
    ),
    Kind.COLOR_GLYPH_NOT_DRAWN: (
        "contains characters whose colour glyphs are not drawn (an SVG table, or COLR version 1 without "
        "bounds or beyond the limits); outlines are drawn instead: give the text a font with valid COLR, "
        "CBDT or sbix tables"
    ),
    Kind.ARRAY_TOO_SHORT: (
        "has fewer entries than the layer has copies; the other copies follow the rule. In a text, spaces "
        "are copies, too"
    ),
    Kind.SOURCE_OWN_MOTION: (
        "is animated on a source, whose own position, transform and opacity are ignored where it is "
        "shown: put the layer into another layer of the same size, and make that layer the source"
    ),
    Kind.SUBLAYER_NOT_SHOWN: (
        "is a sublayer of a ViewReplicator or a Proxy, which show only their source: add it to the "
        "source, or to the superlayer of the view replicator"
    ),
    Kind.GROUP_CUTS_OFF: (
        "is cut off before its first play ends, because a group lasts for its own duration, a quarter of "
        "a second unless you set it: set the duration of the group to that of its longest animation"
    ),
    Kind.SNAPS_BACK: (
        'is removed at its end, so the property returns to its model value: set fill_mode="forwards" and '
        "removed_on_completion=False, or set the last value as the model value"
    ),
    Kind.NO_VALUES: "has no values, so nothing changes: set to_value, from_value or values",
    Kind.DELAY_WITHOUT_MOTION: (
        "is animated on the layer that contains all copies, so the delay of the copies has no effect on "
        "it: animate what is copied instead"
    ),
    Kind.HIDDEN_MOTION: (
        "is animated, but the layer is hidden at all times: set hidden=False, or animate hidden or opacity"
    ),
    Kind.DEGREES: (
        "seems to be in degrees; angles are in radians, and a full turn is 2 pi: write math.radians(90), "
        "or math.pi / 2"
    ),
    Kind.MOSTLY_OUTSIDE: (
        "is (0, 0), and the layer is centred there, so three quarters of the layer are outside the scene: "
        "set its position, or its frame in place of bounds"
    ),
    Kind.COLOR_OF_BACKGROUND: (
        "is the colour of the scene's background, and nothing is between the text and the background: "
        "give the text another colour"
    ),
    Kind.NO_SUCH_COPY: (
        "was given to copies that do not exist: instance= has more indices than there are replicators "
        "around the layer"
    ),
    Kind.STROKE_WITHOUT_COLOR: (
        "has no effect, because the line has no colour and is not drawn: set stroke_color"
    ),
    Kind.OFFSET_WITHOUT_EFFECT: (
        "has no effect, because it adds to a colour component of 1 or subtracts from a component of 0. "
        "From white, the default of instance_color, only offsets below 0 are visible"
    ),
    Kind.NOT_A_FRACTION: (
        "is a fraction from 0 to 1, but this value is far outside: it looks like pixels or percent"
    ),
    Kind.IGNORED_PROPERTY: (
        "has no effect: a TransformLayer, or a replicator that preserves depth, paints only its "
        "sublayers; set the property on a Layer inside"
    ),
    Kind.ANIMATION_REPLACED: (
        "has two animations at the same time, and the later one replaces the other: set additive=True, or "
        "remove one of them"
    ),
    Kind.KEYFRAMES_DO_NOT_FIT: (
        "has key times or timing functions that do not fit its values: the shorter list counts, the first "
        "value holds before the first time and the last value after the last time, and missing timing "
        "functions are linear"
    ),
    Kind.GRADIENT_THROUGH_GREY: (
        "fade to a colour of alpha 0 whose red, green and blue differ from its neighbour's, so a third "
        'colour is visible between them: use the neighbour\'s colour, as the word "clear" does'
    ),
    Kind.PATH_STEPS: (
        "animates between paths with different elements, so the path switches at half time: give all "
        "paths the same number of lines and curves in the same order, or use matched=True"
    ),
    Kind.NO_SUCH_PART: (
        "leads to a cell, a filter or a sublayer that the layer does not have, and changes nothing: give "
        "that object the name in the key path"
    ),
    Kind.LIGHT_NOT_DRAWN: (
        "is a light, which is not drawn: set the color of the cell, or give the emitter the behavior "
        "colorOverLife"
    ),
    Kind.NO_VECTOR_FORM: (
        'cannot be expressed in the vector format, so a file shows pictures of the layer: fallback="image" '
        "allows the pictures, which are large"
    ),
}
#: Kinds that explain why a layer is invisible.
_INVISIBLE = (
    Kind.NO_SIZE, Kind.NOTHING_TO_PAINT, Kind.OUTSIDE, Kind.MOSTLY_OUTSIDE, Kind.EMPTY_CELL,
    Kind.SUBLAYER_NOT_SHOWN, Kind.HIDDEN_MOTION, Kind.COLOR_OF_BACKGROUND,
)  # fmt: skip


def code(kind: int) -> str:
    """Returns the code of a kind, such as "no-size". Codes never change."""
    known = kind in MESSAGES
    return Kind(kind).name.lower().replace("_", "-") if known else f"diagnostic-{kind}"


#: Codes of diagnostics that explain why a layer is invisible.
INVISIBLE = frozenset(map(code, _INVISIBLE))
