"""Messages of diagnostics. Each is the end of a sentence that begins with the property and the layer."""

from __future__ import annotations

from stretto._ffi.signatures import DiagnosticKind as Kind

#: Problem and remedy by the header's STRETTO_DIAGNOSTIC_... numbers.
MESSAGES: dict[int, str] = {
    Kind.REMOVED_TOO_SOON: (
        "is removed when it ends for the first copy, so later copies lose it before their own end: set "
        "removed_on_completion=False, or repeat it"
    ),
    Kind.BLACK_SOURCE: (
        "has colour offsets over a black source; they multiply its colours, and black stays black: make "
        "the source white"
    ),
    Kind.PIVOT_AT_CORNER: (
        "turns or scales its copies about the middle of its bounds, which have no size: give it bounds or "
        "a frame, so that the pivot is where you want it"
    ),
    Kind.DELAY_BEYOND_CLIP: "is so late that its last copy begins after the clip is over",
    Kind.MATRIX_STEPS: (
        "blends a matrix with parallel axes, which cannot be taken apart: it switches at half the way. "
        "Animate its components, such as transform.scale.x, instead"
    ),
    Kind.NO_SIZE: "has no area, so nothing that it paints or clips is seen: give the layer bounds or a frame",
    Kind.NOTHING_TO_PAINT: (
        "is empty or not set, and the layer has nothing else to paint: nothing of it is seen"
    ),
    Kind.OUTSIDE: "lies outside the scene and stands still: nothing that the layer paints is seen",
    Kind.EMPTY_CELL: "is not set (a new cell has none), so its particles are not seen",
    Kind.SPRING_CUT_OFF: (
        "is cut off, or begins anew, while it still moves: a spring lasts for its duration, a quarter of "
        "a second unless it is set; give it duration=animation.settling_duration"
    ),
    Kind.MISSING_GLYPH: (
        "stands for characters that no font here has, and boxes are drawn: give the text a font that has "
        "them (Font.covering lists those of this machine), or fallback_fonts"
    ),
    Kind.COLOR_GLYPH_NOT_DRAWN: (
        "stands for characters that the font has in colours that are not drawn: an SVG table, or paints "
        "of COLR version 1 that are without bounds or beyond the limits; their outlines are drawn "
        "instead: give the text a font with sound COLR, CBDT or sbix tables"
    ),
    Kind.ARRAY_TOO_SHORT: (
        "has fewer entries than the layer has copies; the others follow the rule: in a text spaces count "
        "as well"
    ),
    Kind.SOURCE_OWN_MOTION: (
        "is animated on a source, whose own position, transform and opacity do not count where it is "
        "shown: put the layer into another one of the same size, and make that the source"
    ),
    Kind.SUBLAYER_NOT_SHOWN: (
        "is a sublayer of a ViewReplicator or a Proxy, which show only their source: put it into the "
        "source, or beside the view replicator"
    ),
    Kind.GROUP_CUTS_OFF: (
        "is cut off before it has played once: a group ends after its own duration, a quarter of a second "
        "unless it is set; give the group a duration as long as its longest member"
    ),
    Kind.SNAPS_BACK: (
        'is removed at its end, and the layer has its own value again: set fill_mode="forwards" and '
        "removed_on_completion=False, or give the layer the last value"
    ),
    Kind.NO_VALUES: "has no values, so nothing changes: give it to_value, from_value or values",
    Kind.DELAY_WITHOUT_MOTION: (
        "is animated on the layer that holds all copies, so their delay has no effect on it: animate what "
        "is copied instead"
    ),
    Kind.HIDDEN_MOTION: (
        "is animated, and the layer is hidden at all times: set hidden=False, or animate hidden or opacity"
    ),
    Kind.DEGREES: (
        "seems to be in degrees; angles are in radians, and a full turn is 2 pi: write math.radians(90), "
        "or math.pi / 2"
    ),
    Kind.MOSTLY_OUTSIDE: (
        "is (0, 0), and the layer is centred there, so three quarters of it lie outside the scene: set "
        "its position, or its frame in place of bounds"
    ),
    Kind.COLOR_OF_BACKGROUND: (
        "is the colour of the scene's background, and nothing lies between: give the text another colour"
    ),
    Kind.NO_SUCH_COPY: (
        "was given to copies that do not exist: instance= has more indices than there are replicators "
        "around the layer"
    ),
    Kind.STROKE_WITHOUT_COLOR: (
        "has no effect, because the line has no colour and is not drawn: set stroke_color"
    ),
    Kind.OFFSET_WITHOUT_EFFECT: (
        "changes nothing: it adds to a colour that is 1 already, or takes from one that is 0. From white, "
        "which instance_color is unless it is set, only offsets below 0 show"
    ),
    Kind.NOT_A_FRACTION: (
        "is a fraction from 0 to 1, and this is far outside: it looks like pixels or percent"
    ),
    Kind.IGNORED_PROPERTY: (
        "does nothing: a TransformLayer, or a replicator that preserves depth, has no picture of its own, "
        "only what is in it; give it to a Layer inside"
    ),
    Kind.ANIMATION_REPLACED: (
        "has two animations at the same time, and the later one replaces the other: set additive=True, or "
        "remove one of them"
    ),
    Kind.KEYFRAMES_DO_NOT_FIT: (
        "has key times or timing functions that do not fit its values: the shorter list counts, the first "
        "value holds before the first time and the last value after the last, and missing timing "
        "functions are linear"
    ),
    Kind.GRADIENT_THROUGH_GREY: (
        "fade to a colour of alpha 0 whose red, green and blue differ from its neighbour's, so a third "
        'colour shows between them: give it the neighbour\'s colour, as the word "clear" does'
    ),
    Kind.PATH_STEPS: (
        "goes between paths that are not made of the same elements: it jumps from one to the other at "
        "half the way. Give all of them the same number of lines and curves, in the same order"
    ),
    Kind.NO_SUCH_PART: (
        "leads to a cell, a filter or a sublayer that the layer does not have, and changes nothing: name "
        "it as the key path does"
    ),
    Kind.LIGHT_NOT_DRAWN: (
        "is a light, which is not drawn: give the cell a color, or the emitter the behavior colorOverLife"
    ),
}
#: Kinds that explain why a layer is invisible.
_UNSEEN = (
    Kind.NO_SIZE, Kind.NOTHING_TO_PAINT, Kind.OUTSIDE, Kind.MOSTLY_OUTSIDE, Kind.EMPTY_CELL,
    Kind.SUBLAYER_NOT_SHOWN, Kind.HIDDEN_MOTION, Kind.COLOR_OF_BACKGROUND,
)  # fmt: skip


def code(kind: int) -> str:
    """Returns the code of a kind, such as "no-size". Codes never change."""
    known = kind in MESSAGES
    return Kind(kind).name.lower().replace("_", "-") if known else f"diagnostic-{kind}"


#: Codes that explain why a layer is invisible.
UNSEEN = frozenset(map(code, _UNSEEN))
