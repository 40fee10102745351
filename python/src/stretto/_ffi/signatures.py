"""The C interface for ctypes: structs, a pointer type for each kind of object, and signatures.

The tool tools/generate_signatures.py generates this module from include/stretto.h.
"""

from __future__ import annotations

import ctypes
import enum
from typing import Any

#: Version number of the C header and of the Python package.
VERSION = "0.1.0"


class Pointer(ctypes.c_void_p):
    """A handle of an object. The library looks up the object, and does not use the handle as an address."""


status = ctypes.c_int32
int32 = ctypes.c_int32
uint32 = ctypes.c_uint32
uint8 = ctypes.c_uint8
size = ctypes.c_size_t
double = ctypes.c_double
boolean = ctypes.c_bool
char = ctypes.c_char
text = ctypes.c_char_p
#: Type of an argument `const double *`, which is a ctypes array or doubles packed into bytes.
doubles = ctypes.c_void_p
to = ctypes.POINTER


class ErrorKind(enum.IntEnum):
    """Constants `STRETTO_ERROR_...` of the C header."""

    OK = 0
    #: An argument is outside the range that the function allows
    INVALID_ARGUMENT = 1
    #: A handle is NULL, released or of another type
    INVALID_HANDLE = 2
    #: The object has no such property, or the property takes another kind of value
    KEY_PATH = 3
    #: An object or a picture exceeds a limit or the memory; the message names the limit
    LIMIT = 4
    #: A file or a byte array cannot be read as the expected format
    LOAD = 5
    #: A file cannot be written
    WRITE = 6
    #: A timeout, a signal or another thread ended the call early
    CANCELLED = 7
    #: A scene document cannot be parsed; stretto_error_line returns the line
    DOCUMENT = 20


class ValueKind(enum.IntEnum):
    """Constants `STRETTO_VALUE_...` of the C header."""

    NUMBER = 0
    BOOLEAN = 1
    INTEGER = 2
    #: 2 numbers
    POINT = 3
    #: 2 numbers
    SIZE = 4
    #: 4 numbers
    RECT = 5
    #: 16 numbers
    TRANSFORM = 6
    #: 4 numbers, or none
    COLOR = 7
    #: Any number of numbers, or none
    NUMBERS = 8
    #: 4 numbers per colour, or none
    COLORS = 9
    STRING = 10
    #: One of `names`
    NAME = 11
    #: Any of `names`, separated by spaces
    NAMES = 12
    #: A path, or none
    PATH = 13
    #: An image, or none
    IMAGE = 14
    #: A layer, or none
    LAYER = 15
    #: A timing function: a name, or the 4 numbers c1x c1y c2x c2y; or none
    CURVE = 16
    #: 4 numbers per timing function
    CURVES = 17
    #: Any value that the animation's key path takes, or none
    ANY = 18
    #: 16 numbers per transform, or none
    TRANSFORMS = 19
    #: Any of `names`, separated by spaces, each optionally as NAME=TYPE; the inputs of a filter have key
    #: paths such as "filters.NAME.inputRadius"
    FILTERS = 20
    #: A font, or none
    FONT = 21
    #: A list of fonts, or none
    FONTS = 22
    #: 2 numbers per axis of a variable font: the tag, whose four characters form one number, and the axis
    #: value; or none
    VARIATIONS = 23
    #: OpenType features, such as "tnum, liga=0"
    FEATURES = 24


class ObjectKind(enum.IntEnum):
    """Constants `STRETTO_OBJECT_...` of the C header."""

    LAYER = 0
    ANIMATION = 1
    CELL = 2
    BEHAVIOR = 3


class InfluenceKind(enum.IntEnum):
    """Constants `STRETTO_INFLUENCE_...` of the C header."""

    #: Positions and sizes
    GEOMETRY = 1
    #: Whether the layer is visible at all
    VISIBILITY = 2
    #: What the layer paints, but not where
    CONTENT = 4
    #: The local time of the layer
    TIME = 8
    #: The values that particles get at their birth
    BIRTHS = 16
    #: The order among siblings
    DEPTH = 32
    #: The number of copies
    COPIES = 64
    #: Whether the layer is visible from behind
    FACING = 128
    #: How many particles are born, and when
    BIRTH_RATE = 256
    #: The lifetime of particles
    LIFETIME = 512
    #: The speed of the layer's local time
    SPEED = 1024
    #: The forces on living particles
    FORCES = 4096


class LayerKind(enum.IntEnum):
    """Constants `STRETTO_LAYER_...` of the C header."""

    #: CALayer
    PLAIN = 0
    #: CAReplicatorLayer
    REPLICATOR = 1
    #: CAShapeLayer
    SHAPE = 2
    #: CAGradientLayer
    GRADIENT = 3
    #: CAEmitterLayer
    EMITTER = 4
    #: Shows another layer, its "sourceLayer", a second time
    PORTAL = 5
    #: Shows its "sourceLayer" once for each of its proxies
    VIEW_REPLICATOR = 6
    #: Shows the source of the view replicator that it is a sublayer of
    PROXY = 7
    #: CATransformLayer: keeps the depth of its sublayers and paints nothing itself
    TRANSFORM = 8
    #: CATextLayer: shows its glyph layer once for each character, word or line
    TEXT = 9
    #: The layer "glyph" of a text layer; it cannot be created alone
    GLYPH = 10


class TextKind(enum.IntEnum):
    """Constants `STRETTO_TEXT_...` of the C header."""

    CHARACTER = 0
    #: Characters except white space, which shares the rank of the previous character
    VISIBLE = 1
    WORD = 2
    LINE = 3


class AnimationKind(enum.IntEnum):
    """Constants `STRETTO_ANIMATION_...` of the C header."""

    #: CABasicAnimation
    BASIC = 0
    #: CAKeyframeAnimation
    KEYFRAME = 1
    #: CAAnimationGroup; it has no key path
    GROUP = 2
    #: CASpringAnimation: a basic animation whose progress follows a spring
    SPRING = 3
    #: CATransition: from the layer's previous picture to its new one; it has no key path
    TRANSITION = 4


class SegmentKind(enum.IntEnum):
    """Constants `STRETTO_SEGMENT_...` of the C header."""

    #: Grapheme clusters, which a text layer counts as its characters
    CHARACTER = 0
    #: Words as a double click selects them: spaces and punctuation are separate words
    WORD = 1
    #: Text between two line break opportunities
    UNBROKEN = 2


class AlphaKind(enum.IntEnum):
    """Constants `STRETTO_ALPHA_...` of the C header."""

    #: (255, 0, 0, 127) is half-transparent red
    STRAIGHT = 0
    #: (127, 0, 0, 127) is half-transparent red
    PREMULTIPLIED = 1


class FontKind(enum.IntEnum):
    """Constants `STRETTO_FONT_...` of the C header."""

    #: The typographic family name, in English if available
    FAMILY = 0
    #: "Regular"
    STYLE = 1
    #: The licence text inside the font
    LICENSE = 2
    #: The path of the font file; "" if the font was decoded from bytes
    PATH = 3
    #: The SHA-256 of the font file, as 64 hexadecimal digits
    DIGEST = 4


class FallbackKind(enum.IntEnum):
    """Constants `STRETTO_FALLBACK_...` of the C header."""

    #: The call returns INVALID_ARGUMENT; the message names the layer and the property
    ERROR = 0
    #: The layer and its sublayers are written as pictures
    IMAGE = 1


class LoopKind(enum.IntEnum):
    """Constants `STRETTO_LOOP_...` of the C header."""

    #: Repeats for ever with a period
    REPEATS = 0
    #: Ends and is static afterwards
    ENDS = 1
    #: Accumulates from one iteration to the next, and so never repeats
    CUMULATIVE = 2
    #: Emits random particles, and so never repeats
    EMITTER = 3


class DiagnosticKind(enum.IntEnum):
    """Constants `STRETTO_DIAGNOSTIC_...` of the C header."""

    #: An animation that is removed on completion disappears before late copies have finished it
    REMOVED_TOO_SOON = 1
    #: Colour offsets of a replicator multiply the source's colours, and have no effect on black
    BLACK_SOURCE = 2
    #: A replicator without a size rotates or scales its copies about its corner
    PIVOT_AT_CORNER = 3
    #: The last copy starts after the end of the clip
    DELAY_BEYOND_CLIP = 4
    #: A matrix with parallel axes cannot be interpolated, so that the value switches halfway
    MATRIX_STEPS = 5
    #: The bounds have no area, so that their contents, clipped sublayers or proxies are invisible
    NO_SIZE = 6
    #: A layer paints nothing and has no visible sublayer; key_path names the missing property
    NOTHING_TO_PAINT = 7
    #: A static layer lies outside the scene
    OUTSIDE = 8
    #: An emitter cell shows no particles; key_path names the missing property
    EMPTY_CELL = 9
    #: A spring ends or restarts while it still moves, because its duration is less than half of its
    #: settling duration
    SPRING_CUT_OFF = 10
    #: No font has some characters of a text, which key_path names, and boxes are drawn instead
    MISSING_GLYPH = 11
    #: Characters of a text, which key_path names, have colour glyphs that cannot be drawn: an SVG table,
    #: or a COLR table that is broken or exceeds the limits
    COLOR_GLYPH_NOT_DRAWN = 12
    #: The array key_path of a text or replicator has entries for some copies only, and no other property,
    #: such as instanceDelay, applies to the remaining copies
    ARRAY_TOO_SHORT = 13
    #: An animation of key_path on a source has no effect, because only proxies or portals show the source
    SOURCE_OWN_MOTION = 14
    #: A sublayer of a view replicator is not a proxy, or a proxy has a sublayer: neither is drawn
    SUBLAYER_NOT_SHOWN = 15
    #: An animation group ends before its member key_path has played once
    GROUP_CUTS_OFF = 16
    #: An animation is removed at an end value that differs from the layer's own value; an animation
    #: without a forwards fill mode is reported only if it ends within the clip
    SNAPS_BACK = 17
    #: An animation of key_path has no values and no effect
    NO_VALUES = 18
    #: Key_path of a text or replicator itself is animated, and the delays of its copies have no effect
    #: because nothing in the copies moves
    DELAY_WITHOUT_MOTION = 19
    #: Key_path is animated on a layer that is always hidden
    HIDDEN_MOTION = 20
    #: The angles of key_path are multiples of 15 above 2 pi, and look like degrees instead of radians
    DEGREES = 21
    #: A static layer is centred at (0, 0), so that three quarters of the layer lie outside the scene
    MOSTLY_OUTSIDE = 22
    #: A text has the colour of the scene's background, and nothing lies between them
    COLOR_OF_BACKGROUND = 23
    #: Key_path was set for copies with more indices than there are replicators around the layer
    NO_SUCH_COPY = 24
    #: Key_path of a shape or glyph layer concerns its stroke, which has no colour
    STROKE_WITHOUT_COLOR = 25
    #: The colour offset key_path adds to a component of 1, or subtracts from a component of 0
    OFFSET_WITHOUT_EFFECT = 26
    #: Key_path is a fraction but has a value above 4, which looks like pixels or percent
    NOT_A_FRACTION = 27
    #: Key_path has no effect on a transform layer, or on a replicator that preserves depth
    IGNORED_PROPERTY = 28
    #: An animation of key_path replaces another one while both are active
    ANIMATION_REPLACED = 29
    #: The key times or timing functions of key_path do not match the number of values, or do not run from
    #: 0 to 1
    KEYFRAMES_DO_NOT_FIT = 30
    #: A gradient stop with alpha 0 has another colour than its visible neighbour
    GRADIENT_THROUGH_GREY = 31
    #: Two paths of an animation of key_path have different elements, so that the value switches halfway
    PATH_STEPS = 32
    #: Key_path is animated, but leads to a cell, filter or sublayer that the layer does not have
    NO_SUCH_PART = 33
    #: An emitter behavior of the type light is not drawn
    LIGHT_NOT_DRAWN = 34
    #: A vector format cannot express key_path, which is in words, so that a file shows pictures of the
    #: layer
    NO_VECTOR_FORM = 35


class VectorKind(enum.IntEnum):
    """Constants `STRETTO_VECTOR_...` of the C header."""

    #: The file that stretto_scene_write_animated_svg writes
    SVG = 0
    #: The file that stretto_scene_write_lottie writes
    LOTTIE = 1


class StaggerKind(enum.IntEnum):
    """Constants `STRETTO_STAGGER_...` of the C header."""

    FIRST = 0
    CENTER = 1
    LAST = 2
    EDGES = 3
    #: Shuffled by `seed`
    RANDOM = 4
    #: From the copy at the index `x`
    INDEX = 5
    #: From the position (x, y) in the grid, in fractions of the grid's size
    PLACE = 6


class ScenePointer(Pointer):
    """`stretto_scene *`"""


class LayerPointer(Pointer):
    """`stretto_layer *`"""


class CopiesPointer(Pointer):
    """`stretto_copies *`"""


class CharactersPointer(Pointer):
    """`stretto_characters *`"""


class LayerStatePointer(Pointer):
    """`stretto_layer_state *`"""


class AnimationPointer(Pointer):
    """`stretto_animation *`"""


class CellPointer(Pointer):
    """`stretto_cell *`"""


class BehaviorPointer(Pointer):
    """`stretto_behavior *`"""


class PathPointer(Pointer):
    """`stretto_path *`"""


class ImagePointer(Pointer):
    """`stretto_image *`"""


class FontPointer(Pointer):
    """`stretto_font *`"""


#: `stretto_take_frame`
TakeFrame = ctypes.CFUNCTYPE(boolean, ctypes.c_void_p, uint32, to(uint8), size)


#: `stretto_load_image`
LoadImage = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p, text)


#: `stretto_load_font`
LoadFont = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p, text)


class LimitsStruct(ctypes.Structure):
    """`stretto_limits`"""

    _fields_ = [
        ("struct_size", uint32),
        ("reserved", uint32),
        ("timeout", double),
        ("cancel", to(int32)),
        ("memory", size),
    ]


class TransformStruct(ctypes.Structure):
    """`stretto_transform`"""

    _fields_ = [
        ("m", double * 16),
    ]


class BytesStruct(ctypes.Structure):
    """`stretto_bytes`"""

    _fields_ = [
        ("data", ctypes.c_void_p),
        ("size", size),
    ]


class PropertyStruct(ctypes.Structure):
    """`stretto_property`"""

    _fields_ = [
        ("struct_size", uint32),
        ("value_kind", int32),
        ("name", text),
        ("names", text),
        ("default_string", text),
        ("default_numbers", double * 16),
        ("default_count", uint32),
        ("is_animatable", boolean),
        ("summary", text),
        ("section", text),
        ("minimum", double),
        ("maximum", double),
        ("influence", uint32),
        ("reserved", uint32),
    ]


class TextCopyStruct(ctypes.Structure):
    """`stretto_text_copy`"""

    _fields_ = [
        ("struct_size", uint32),
        ("x", double),
        ("y", double),
        ("width", double),
        ("height", double),
        ("baseline", double),
        ("character", int32),
        ("character_count", int32),
        ("line", int32),
        ("word", int32),
        ("is_missing", boolean),
    ]


class TextLineStruct(ctypes.Structure):
    """`stretto_text_line`"""

    _fields_ = [
        ("struct_size", uint32),
        ("x", double),
        ("y", double),
        ("width", double),
        ("height", double),
        ("baseline", double),
        ("character", int32),
        ("character_count", int32),
    ]


class AppearanceStruct(ctypes.Structure):
    """`stretto_appearance`"""

    _fields_ = [
        ("struct_size", uint32),
        ("layer", LayerPointer),
        ("instance", to(int32)),
        ("instance_count", uint32),
        ("portal", LayerPointer),
        ("portal_instance", to(int32)),
        ("portal_instance_count", uint32),
    ]


class FontAxisStruct(ctypes.Structure):
    """`stretto_font_axis`"""

    _fields_ = [
        ("struct_size", uint32),
        ("tag", char * 8),
        ("minimum", double),
        ("default_value", double),
        ("maximum", double),
        ("value", double),
    ]


class RenderOptionsStruct(ctypes.Structure):
    """`stretto_render_options`"""

    _fields_ = [
        ("struct_size", uint32),
        ("alpha", int32),
        ("scale", double),
        ("threads", uint32),
        ("timeout_ms", uint32),
    ]


class VectorOptionsStruct(ctypes.Structure):
    """`stretto_vector_options`"""

    _fields_ = [
        ("struct_size", uint32),
        ("fallback", int32),
        ("start", double),
        ("duration", double),
        ("tolerance", double),
        ("frame_rate", double),
        ("scale", double),
        ("timeout_ms", uint32),
        ("reserved", uint32),
    ]


class InstanceStruct(ctypes.Structure):
    """`stretto_instance`"""

    _fields_ = [
        ("struct_size", uint32),
        ("local_time", double),
        ("transform", double * 16),
        ("color", double * 4),
        ("index_count", uint32),
        ("index", int32 * 32),
    ]


class HitStruct(ctypes.Structure):
    """`stretto_hit`"""

    _fields_ = [
        ("struct_size", uint32),
        ("index_count", uint32),
        ("layer", LayerPointer),
        ("x", double),
        ("y", double),
        ("index", int32 * 32),
        ("character", int32),
        ("portal_index_count", uint32),
        ("portal", LayerPointer),
        ("portal_index", int32 * 32),
    ]


class LoopEntryStruct(ctypes.Structure):
    """`stretto_loop_entry`"""

    _fields_ = [
        ("struct_size", uint32),
        ("kind", int32),
        ("layer", LayerPointer),
        ("period", double),
        ("key_path", BytesStruct),
    ]


class DiagnosticStruct(ctypes.Structure):
    """`stretto_diagnostic`"""

    _fields_ = [
        ("struct_size", uint32),
        ("code", int32),
        ("layer", LayerPointer),
        ("key_path", BytesStruct),
    ]


class PhasesStruct(ctypes.Structure):
    """`stretto_phases`"""

    _fields_ = [
        ("struct_size", uint32),
        ("layer", LayerPointer),
        ("begin", double),
        ("end", double),
        ("cycle", double),
        ("change", double),
        ("depth", uint32),
        ("autoreverses", boolean),
        ("fills_before", boolean),
        ("fills_after", boolean),
        ("key", BytesStruct),
        ("key_path", BytesStruct),
    ]


class DocumentSourceStruct(ctypes.Structure):
    """`stretto_document_source`"""

    _fields_ = [
        ("struct_size", uint32),
        ("geometry_flipped", boolean),
        ("name", text),
        ("load", LoadImage),
        ("context", ctypes.c_void_p),
        ("index", to(uint8)),
        ("index_size", size),
        ("load_font", LoadFont),
        ("font_folders", to(text)),
        ("font_folder_count", uint32),
    ]


class StaggerStruct(ctypes.Structure):
    """`stretto_stagger`"""

    _fields_ = [
        ("struct_size", uint32),
        ("origin", int32),
        ("seconds", double),
        ("is_total", boolean),
        ("seed", uint32),
        ("x", double),
        ("y", double),
        ("ease", double * 4),
        ("columns", uint32),
        ("rows", uint32),
        ("axis", int32),
        ("reserved", uint32),
    ]


#: Function: (result, arguments), in the header's order.
SIGNATURES: dict[str, tuple[Any, list[Any]]] = {
    "stretto_version": (text, []),
    "stretto_abi_version": (uint32, []),
    "stretto_error_message": (text, []),
    "stretto_error_line": (uint32, []),
    "stretto_limits_set": (status, [to(LimitsStruct)]),
    "stretto_transform_make_identity": (TransformStruct, []),
    "stretto_transform_make_translation": (TransformStruct, [double, double, double]),
    "stretto_transform_make_scale": (TransformStruct, [double, double, double]),
    "stretto_transform_make_rotation": (TransformStruct, [double, double, double, double]),
    "stretto_transform_make_perspective": (TransformStruct, [double]),
    "stretto_transform_concat": (TransformStruct, [TransformStruct, TransformStruct]),
    "stretto_transform_invert": (TransformStruct, [TransformStruct]),
    "stretto_bytes_release": (None, [to(BytesStruct)]),
    "stretto_property_get_count": (status, [int32, int32, to(uint32)]),
    "stretto_property_get": (status, [int32, int32, uint32, to(PropertyStruct)]),
    "stretto_layer_create": (status, [int32, to(LayerPointer)]),
    "stretto_layer_retain": (status, [LayerPointer]),
    "stretto_layer_release": (status, [LayerPointer]),
    "stretto_layer_get_kind": (status, [LayerPointer, to(int32)]),
    "stretto_layer_add_sublayer": (status, [LayerPointer, LayerPointer]),
    "stretto_layer_add_sublayers": (status, [LayerPointer, to(LayerPointer), uint32]),
    "stretto_layer_set_sublayers": (status, [LayerPointer, to(LayerPointer), uint32]),
    "stretto_layer_insert_sublayer": (status, [LayerPointer, LayerPointer, uint32]),
    "stretto_layer_remove_from_superlayer": (status, [LayerPointer]),
    "stretto_layer_get_sublayer_count": (status, [LayerPointer, to(uint32)]),
    "stretto_layer_get_sublayer": (status, [LayerPointer, uint32, to(LayerPointer)]),
    "stretto_layer_find": (status, [LayerPointer, text, to(LayerPointer)]),
    "stretto_layer_get_superlayer": (status, [LayerPointer, to(LayerPointer)]),
    "stretto_layer_set_number": (status, [LayerPointer, text, double]),
    "stretto_layer_set_numbers": (status, [LayerPointer, text, doubles, uint32]),
    "stretto_layer_set_color": (status, [LayerPointer, text, double, double, double, double]),
    "stretto_layer_set_string": (status, [LayerPointer, text, text]),
    "stretto_layer_set_path": (status, [LayerPointer, text, PathPointer]),
    "stretto_layer_set_image": (status, [LayerPointer, text, ImagePointer]),
    "stretto_layer_set_font": (status, [LayerPointer, text, FontPointer]),
    "stretto_layer_set_fonts": (status, [LayerPointer, text, to(FontPointer), uint32]),
    "stretto_layer_set_layer": (status, [LayerPointer, text, LayerPointer]),
    "stretto_layer_set_none": (status, [LayerPointer, text]),
    "stretto_layer_get_number": (status, [LayerPointer, text, to(double)]),
    "stretto_layer_get_numbers": (status, [LayerPointer, text, to(double), uint32, to(uint32)]),
    "stretto_layer_get_string": (status, [LayerPointer, text, to(BytesStruct)]),
    "stretto_layer_get_path": (status, [LayerPointer, text, to(PathPointer)]),
    "stretto_layer_get_image": (status, [LayerPointer, text, to(ImagePointer)]),
    "stretto_layer_get_font": (status, [LayerPointer, text, to(FontPointer)]),
    "stretto_layer_get_font_count": (status, [LayerPointer, text, to(uint32)]),
    "stretto_layer_get_font_at": (status, [LayerPointer, text, uint32, to(FontPointer)]),
    "stretto_layer_get_layer": (status, [LayerPointer, text, to(LayerPointer)]),
    "stretto_layer_get_copies": (status, [LayerPointer, to(int32), uint32, to(CopiesPointer)]),
    "stretto_layer_set_instance_masks": (status, [LayerPointer, to(LayerPointer), uint32]),
    "stretto_layer_get_instance_mask_count": (status, [LayerPointer, to(uint32)]),
    "stretto_layer_get_instance_mask": (status, [LayerPointer, uint32, to(LayerPointer)]),
    "stretto_layer_add_animation": (status, [LayerPointer, AnimationPointer, text]),
    "stretto_layer_remove_animation": (status, [LayerPointer, text]),
    "stretto_layer_remove_all_animations": (status, [LayerPointer]),
    "stretto_layer_get_animation_count": (status, [LayerPointer, to(uint32)]),
    "stretto_layer_get_animation_key": (status, [LayerPointer, uint32, to(BytesStruct)]),
    "stretto_layer_get_animation": (status, [LayerPointer, text, to(AnimationPointer)]),
    "stretto_copies_retain": (status, [CopiesPointer]),
    "stretto_copies_release": (status, [CopiesPointer]),
    "stretto_copies_set_number": (status, [CopiesPointer, text, double]),
    "stretto_copies_set_numbers": (status, [CopiesPointer, text, doubles, uint32]),
    "stretto_copies_set_color": (status, [CopiesPointer, text, double, double, double, double]),
    "stretto_copies_set_string": (status, [CopiesPointer, text, text]),
    "stretto_copies_set_path": (status, [CopiesPointer, text, PathPointer]),
    "stretto_copies_set_image": (status, [CopiesPointer, text, ImagePointer]),
    "stretto_copies_set_font": (status, [CopiesPointer, text, FontPointer]),
    "stretto_copies_set_fonts": (status, [CopiesPointer, text, to(FontPointer), uint32]),
    "stretto_copies_set_none": (status, [CopiesPointer, text]),
    "stretto_copies_get_number": (status, [CopiesPointer, text, to(double)]),
    "stretto_copies_get_numbers": (status, [CopiesPointer, text, to(double), uint32, to(uint32)]),
    "stretto_copies_get_string": (status, [CopiesPointer, text, to(BytesStruct)]),
    "stretto_copies_get_path": (status, [CopiesPointer, text, to(PathPointer)]),
    "stretto_copies_get_image": (status, [CopiesPointer, text, to(ImagePointer)]),
    "stretto_copies_get_font": (status, [CopiesPointer, text, to(FontPointer)]),
    "stretto_copies_add_animation": (status, [CopiesPointer, AnimationPointer, text]),
    "stretto_copies_remove_animation": (status, [CopiesPointer, text]),
    "stretto_copies_get_animation": (status, [CopiesPointer, text, to(AnimationPointer)]),
    "stretto_layer_get_characters": (status, [LayerPointer, uint32, uint32, to(CharactersPointer)]),
    "stretto_characters_retain": (status, [CharactersPointer]),
    "stretto_characters_release": (status, [CharactersPointer]),
    "stretto_characters_set_number": (status, [CharactersPointer, text, double]),
    "stretto_characters_set_numbers": (status, [CharactersPointer, text, doubles, uint32]),
    "stretto_characters_set_color": (status, [CharactersPointer, text, double, double, double, double]),
    "stretto_characters_set_string": (status, [CharactersPointer, text, text]),
    "stretto_characters_set_font": (status, [CharactersPointer, text, FontPointer]),
    "stretto_characters_set_none": (status, [CharactersPointer, text]),
    "stretto_characters_get_number": (status, [CharactersPointer, text, to(double)]),
    "stretto_characters_get_numbers": (status, [CharactersPointer, text, to(double), uint32, to(uint32)]),
    "stretto_characters_get_string": (status, [CharactersPointer, text, to(BytesStruct)]),
    "stretto_characters_get_font": (status, [CharactersPointer, text, to(FontPointer)]),
    "stretto_layer_get_text_copies": (
        status,
        [LayerPointer, double, to(int32), uint32, to(TextCopyStruct), uint32, to(uint32)],
    ),
    "stretto_layer_get_text_lines": (
        status,
        [LayerPointer, double, to(int32), uint32, to(TextLineStruct), uint32, to(uint32)],
    ),
    "stretto_layer_get_text_path": (status, [LayerPointer, double, to(int32), uint32, to(PathPointer)]),
    "stretto_layer_get_text_size": (status, [LayerPointer, double, to(double), to(double)]),
    "stretto_layer_get_text_font_size": (status, [LayerPointer, double, double, to(double)]),
    "stretto_layer_get_text_ranks": (status, [LayerPointer, int32, boolean, to(int32), uint32, to(uint32)]),
    "stretto_layer_get_character_at": (status, [LayerPointer, double, double, double, to(int32)]),
    "stretto_layer_set_cells": (status, [LayerPointer, to(CellPointer), uint32]),
    "stretto_layer_get_cell_count": (status, [LayerPointer, to(uint32)]),
    "stretto_layer_get_cell": (status, [LayerPointer, uint32, to(CellPointer)]),
    "stretto_layer_set_behaviors": (status, [LayerPointer, to(BehaviorPointer), uint32]),
    "stretto_layer_get_behavior_count": (status, [LayerPointer, to(uint32)]),
    "stretto_layer_get_behavior": (status, [LayerPointer, uint32, to(BehaviorPointer)]),
    "stretto_layer_contains_point": (status, [LayerPointer, double, double, to(boolean)]),
    "stretto_appearance_convert_points": (
        status,
        [to(AppearanceStruct), to(AppearanceStruct), double, to(double), uint32],
    ),
    "stretto_appearance_convert_rect": (
        status,
        [to(AppearanceStruct), to(AppearanceStruct), double, to(double)],
    ),
    "stretto_appearance_convert_time": (
        status,
        [to(AppearanceStruct), to(AppearanceStruct), double, to(double)],
    ),
    "stretto_layer_get_local_time": (status, [LayerPointer, double, to(int32), uint32, to(double)]),
    "stretto_layer_get_presentation_numbers": (
        status,
        [LayerPointer, text, double, to(int32), uint32, to(double), uint32, to(uint32)],
    ),
    "stretto_layer_get_presentation_string": (
        status,
        [LayerPointer, text, double, to(int32), uint32, to(BytesStruct)],
    ),
    "stretto_layer_sample": (
        status,
        [LayerPointer, text, double, double, uint32, to(int32), uint32, to(double), uint32, to(uint32)],
    ),
    "stretto_layer_get_scene_times": (
        status,
        [LayerPointer, double, double, double, to(int32), uint32, to(double), uint32, to(uint32)],
    ),
    "stretto_animation_create": (status, [int32, text, to(AnimationPointer)]),
    "stretto_animation_retain": (status, [AnimationPointer]),
    "stretto_animation_release": (status, [AnimationPointer]),
    "stretto_animation_set_number": (status, [AnimationPointer, text, double]),
    "stretto_animation_set_numbers": (status, [AnimationPointer, text, doubles, uint32]),
    "stretto_animation_set_color": (status, [AnimationPointer, text, double, double, double, double]),
    "stretto_animation_set_string": (status, [AnimationPointer, text, text]),
    "stretto_animation_set_path": (status, [AnimationPointer, text, PathPointer]),
    "stretto_animation_set_image": (status, [AnimationPointer, text, ImagePointer]),
    "stretto_animation_set_none": (status, [AnimationPointer, text]),
    "stretto_animation_get_number": (status, [AnimationPointer, text, to(double)]),
    "stretto_animation_get_numbers": (status, [AnimationPointer, text, to(double), uint32, to(uint32)]),
    "stretto_animation_get_string": (status, [AnimationPointer, text, to(BytesStruct)]),
    "stretto_animation_get_path": (status, [AnimationPointer, text, to(PathPointer)]),
    "stretto_animation_get_image": (status, [AnimationPointer, text, to(ImagePointer)]),
    "stretto_animation_set_values": (status, [AnimationPointer, doubles, uint32, uint32]),
    "stretto_animation_set_path_values": (status, [AnimationPointer, to(PathPointer), uint32]),
    "stretto_animation_set_image_values": (status, [AnimationPointer, to(ImagePointer), uint32]),
    "stretto_animation_set_string_values": (status, [AnimationPointer, to(text), uint32]),
    "stretto_animation_set_animations": (status, [AnimationPointer, to(AnimationPointer), uint32]),
    "stretto_animation_get_kind": (status, [AnimationPointer, to(int32)]),
    "stretto_animation_get_key_path": (status, [AnimationPointer, to(BytesStruct)]),
    "stretto_animation_get_value_kind": (status, [AnimationPointer, to(int32)]),
    "stretto_animation_get_value_count": (status, [AnimationPointer, to(uint32)]),
    "stretto_animation_get_values": (status, [AnimationPointer, uint32, to(double), uint32, to(uint32)]),
    "stretto_animation_get_path_value": (status, [AnimationPointer, uint32, to(PathPointer)]),
    "stretto_animation_get_image_value": (status, [AnimationPointer, uint32, to(ImagePointer)]),
    "stretto_animation_get_string_value": (status, [AnimationPointer, uint32, to(BytesStruct)]),
    "stretto_animation_get_animation_count": (status, [AnimationPointer, to(uint32)]),
    "stretto_animation_get_animation": (status, [AnimationPointer, uint32, to(AnimationPointer)]),
    "stretto_animation_get_settling_duration": (status, [AnimationPointer, to(double)]),
    "stretto_cell_create": (status, [to(CellPointer)]),
    "stretto_cell_retain": (status, [CellPointer]),
    "stretto_cell_release": (status, [CellPointer]),
    "stretto_cell_set_number": (status, [CellPointer, text, double]),
    "stretto_cell_set_numbers": (status, [CellPointer, text, doubles, uint32]),
    "stretto_cell_set_color": (status, [CellPointer, text, double, double, double, double]),
    "stretto_cell_set_string": (status, [CellPointer, text, text]),
    "stretto_cell_set_image": (status, [CellPointer, text, ImagePointer]),
    "stretto_cell_set_none": (status, [CellPointer, text]),
    "stretto_cell_get_number": (status, [CellPointer, text, to(double)]),
    "stretto_cell_get_numbers": (status, [CellPointer, text, to(double), uint32, to(uint32)]),
    "stretto_cell_get_string": (status, [CellPointer, text, to(BytesStruct)]),
    "stretto_cell_get_image": (status, [CellPointer, text, to(ImagePointer)]),
    "stretto_cell_set_cells": (status, [CellPointer, to(CellPointer), uint32]),
    "stretto_cell_get_cell_count": (status, [CellPointer, to(uint32)]),
    "stretto_cell_get_cell": (status, [CellPointer, uint32, to(CellPointer)]),
    "stretto_behavior_create": (status, [text, to(BehaviorPointer)]),
    "stretto_behavior_retain": (status, [BehaviorPointer]),
    "stretto_behavior_release": (status, [BehaviorPointer]),
    "stretto_behavior_set_number": (status, [BehaviorPointer, text, double]),
    "stretto_behavior_set_numbers": (status, [BehaviorPointer, text, doubles, uint32]),
    "stretto_behavior_set_color": (status, [BehaviorPointer, text, double, double, double, double]),
    "stretto_behavior_set_string": (status, [BehaviorPointer, text, text]),
    "stretto_behavior_set_none": (status, [BehaviorPointer, text]),
    "stretto_behavior_get_number": (status, [BehaviorPointer, text, to(double)]),
    "stretto_behavior_get_numbers": (status, [BehaviorPointer, text, to(double), uint32, to(uint32)]),
    "stretto_behavior_get_string": (status, [BehaviorPointer, text, to(BytesStruct)]),
    "stretto_behavior_get_type": (status, [BehaviorPointer, to(BytesStruct)]),
    "stretto_path_create": (status, [to(PathPointer)]),
    "stretto_path_retain": (status, [PathPointer]),
    "stretto_path_release": (status, [PathPointer]),
    "stretto_path_move_to": (status, [PathPointer, double, double]),
    "stretto_path_line_to": (status, [PathPointer, double, double]),
    "stretto_path_quad_to": (status, [PathPointer, double, double, double, double]),
    "stretto_path_curve_to": (status, [PathPointer, double, double, double, double, double, double]),
    "stretto_path_close": (status, [PathPointer]),
    "stretto_path_add_rect": (status, [PathPointer, double, double, double, double]),
    "stretto_path_add_ellipse": (status, [PathPointer, double, double, double, double]),
    "stretto_path_add_rounded_rect": (status, [PathPointer, double, double, double, double, double, double]),
    "stretto_path_add_continuous_rect": (status, [PathPointer, double, double, double, double, double]),
    "stretto_path_add_svg": (status, [PathPointer, text]),
    "stretto_path_add_arc": (status, [PathPointer, double, double, double, double, double, boolean]),
    "stretto_path_add_path": (status, [PathPointer, PathPointer, to(TransformStruct)]),
    "stretto_path_add_stroke": (status, [PathPointer, PathPointer, double, text, text, double]),
    "stretto_text_get_segments": (status, [text, int32, to(int32), uint32, to(uint32)]),
    "stretto_path_add_text": (status, [PathPointer, text, FontPointer, double, double, double]),
    "stretto_path_get_bounds": (status, [PathPointer, to(double), uint32, to(uint32)]),
    "stretto_path_get_length": (status, [PathPointer, to(double)]),
    "stretto_path_get_point_at": (status, [PathPointer, double, to(double), to(double), to(double)]),
    "stretto_path_get_elements": (
        status,
        [PathPointer, to(char), uint32, to(double), uint32, to(uint32), to(uint32)],
    ),
    "stretto_image_create": (status, [to(uint8), uint32, uint32, size, int32, to(ImagePointer)]),
    "stretto_image_open": (status, [text, to(ImagePointer)]),
    "stretto_image_decode": (status, [to(uint8), size, to(ImagePointer)]),
    "stretto_image_create_text": (
        status,
        [text, FontPointer, double, double, double, double, double, double, to(ImagePointer)],
    ),
    "stretto_image_retain": (status, [ImagePointer]),
    "stretto_image_release": (status, [ImagePointer]),
    "stretto_image_get_size": (status, [ImagePointer, to(uint32), to(uint32)]),
    "stretto_image_get_pixels": (status, [ImagePointer, int32, to(uint8), size, size]),
    "stretto_font_create_default": (status, [to(FontPointer)]),
    "stretto_font_create_emoji": (status, [to(FontPointer)]),
    "stretto_font_set_emoji_path": (status, [text]),
    "stretto_font_open": (status, [text, uint32, to(FontPointer)]),
    "stretto_font_decode": (status, [to(uint8), size, uint32, to(FontPointer)]),
    "stretto_font_find": (status, [text, double, boolean, to(text), uint32, to(FontPointer)]),
    "stretto_font_find_covering": (status, [text, to(text), uint32, to(FontPointer), uint32, to(uint32)]),
    "stretto_font_retain": (status, [FontPointer]),
    "stretto_font_release": (status, [FontPointer]),
    "stretto_font_vary": (status, [FontPointer, to(text), doubles, uint32, to(FontPointer)]),
    "stretto_font_get_string": (status, [FontPointer, int32, to(BytesStruct)]),
    "stretto_font_get_metrics": (status, [FontPointer, to(double), to(double), to(double)]),
    "stretto_font_get_axes": (status, [FontPointer, to(FontAxisStruct), uint32, to(uint32)]),
    "stretto_font_get_missing": (status, [FontPointer, text, to(BytesStruct)]),
    "stretto_font_get_data": (status, [FontPointer, to(BytesStruct)]),
    "stretto_font_get_index": (status, [FontPointer, to(uint32)]),
    "stretto_png_encode": (status, [to(uint8), uint32, uint32, size, int32, uint32, uint32, to(BytesStruct)]),
    "stretto_scene_create": (status, [double, double, to(ScenePointer)]),
    "stretto_scene_retain": (status, [ScenePointer]),
    "stretto_scene_release": (status, [ScenePointer]),
    "stretto_scene_root": (LayerPointer, [ScenePointer]),
    "stretto_scene_get_size": (status, [ScenePointer, to(double), to(double)]),
    "stretto_scene_set_background": (status, [ScenePointer, double, double, double, double]),
    "stretto_scene_get_background": (status, [ScenePointer, to(double)]),
    "stretto_scene_set_emoji_font": (status, [ScenePointer, FontPointer]),
    "stretto_scene_get_emoji_font": (status, [ScenePointer, to(FontPointer)]),
    "stretto_scene_get_pixel_size": (status, [ScenePointer, double, to(uint32), to(uint32)]),
    "stretto_render_options_init": (None, [to(RenderOptionsStruct)]),
    "stretto_scene_render": (status, [ScenePointer, double, double, to(uint8), size, size]),
    "stretto_scene_render_with": (
        status,
        [ScenePointer, double, to(RenderOptionsStruct), to(uint8), size, size],
    ),
    "stretto_scene_render_frames": (
        status,
        [ScenePointer, doubles, uint32, to(RenderOptionsStruct), TakeFrame, ctypes.c_void_p],
    ),
    "stretto_scene_cancel": (status, [ScenePointer]),
    "stretto_scene_write_png": (status, [ScenePointer, double, double, text]),
    "stretto_scene_write_svg": (status, [ScenePointer, double, to(RenderOptionsStruct), boolean, text]),
    "stretto_scene_encode_svg": (
        status,
        [ScenePointer, double, to(RenderOptionsStruct), boolean, to(BytesStruct)],
    ),
    "stretto_vector_options_init": (None, [to(VectorOptionsStruct)]),
    "stretto_scene_write_animated_svg": (status, [ScenePointer, to(VectorOptionsStruct), text]),
    "stretto_scene_encode_animated_svg": (status, [ScenePointer, to(VectorOptionsStruct), to(BytesStruct)]),
    "stretto_scene_write_lottie": (status, [ScenePointer, to(VectorOptionsStruct), text]),
    "stretto_scene_encode_lottie": (status, [ScenePointer, to(VectorOptionsStruct), to(BytesStruct)]),
    "stretto_scene_get_instances": (
        status,
        [ScenePointer, LayerPointer, double, to(InstanceStruct), uint32, to(uint32)],
    ),
    "stretto_scene_get_phase_offsets": (
        status,
        [ScenePointer, LayerPointer, double, to(double), uint32, to(uint32)],
    ),
    "stretto_scene_hit_test": (status, [ScenePointer, doubles, uint32, double, to(HitStruct)]),
    "stretto_scene_get_loop_report": (
        status,
        [ScenePointer, to(double), to(double), to(LoopEntryStruct), uint32, to(uint32)],
    ),
    "stretto_scene_diagnose": (status, [ScenePointer, double, to(DiagnosticStruct), uint32, to(uint32)]),
    "stretto_scene_diagnose_vectors": (
        status,
        [ScenePointer, int32, to(VectorOptionsStruct), to(DiagnosticStruct), uint32, to(uint32)],
    ),
    "stretto_animation_get_phases": (status, [AnimationPointer, to(PhasesStruct), uint32, to(uint32)]),
    "stretto_scene_get_phases": (status, [ScenePointer, to(PhasesStruct), uint32, to(uint32)]),
    "stretto_layer_get_construction": (status, [LayerPointer, to(LayerPointer)]),
    "stretto_layer_export_source": (status, [LayerPointer, to(BytesStruct)]),
    "stretto_scene_export_source": (status, [ScenePointer, to(BytesStruct)]),
    "stretto_scene_open": (status, [text, to(ScenePointer)]),
    "stretto_scene_save": (status, [ScenePointer, text]),
    "stretto_scene_encode": (status, [ScenePointer, to(BytesStruct)]),
    "stretto_scene_get_digest": (status, [ScenePointer, to(BytesStruct)]),
    "stretto_scene_decode": (status, [to(uint8), size, to(DocumentSourceStruct), to(ScenePointer)]),
    "stretto_scene_add_document": (status, [ScenePointer, to(uint8), size, to(DocumentSourceStruct)]),
    "stretto_scene_get_warning_count": (status, [ScenePointer, to(uint32)]),
    "stretto_scene_get_warning": (status, [ScenePointer, uint32, to(BytesStruct)]),
    "stretto_layer_encode": (status, [LayerPointer, to(BytesStruct)]),
    "stretto_layer_decode": (status, [to(uint8), size, to(LayerPointer)]),
    "stretto_scene_copy": (status, [ScenePointer, to(ScenePointer)]),
    "stretto_layer_copy": (status, [LayerPointer, to(LayerPointer)]),
    "stretto_layer_copy_alone": (status, [LayerPointer, double, to(LayerPointer)]),
    "stretto_scene_get_state_count": (status, [ScenePointer, to(uint32)]),
    "stretto_scene_get_state_name": (status, [ScenePointer, uint32, to(BytesStruct)]),
    "stretto_scene_get_state": (status, [ScenePointer, double, to(BytesStruct)]),
    "stretto_scene_get_layer_state": (status, [ScenePointer, LayerPointer, double, to(BytesStruct)]),
    "stretto_scene_set_state": (status, [ScenePointer, text, double]),
    "stretto_scene_set_layer_state": (status, [ScenePointer, LayerPointer, text, double]),
    "stretto_scene_get_changes": (status, [ScenePointer, to(double), uint32, to(uint32)]),
    "stretto_scene_clear_states": (status, [ScenePointer]),
    "stretto_scene_add_state": (status, [ScenePointer, text, text]),
    "stretto_scene_remove_state": (status, [ScenePointer, text]),
    "stretto_scene_get_layer_in_state": (status, [ScenePointer, text, LayerPointer, to(LayerStatePointer)]),
    "stretto_scene_set_transition": (
        status,
        [ScenePointer, text, text, to(LayerPointer), to(AnimationPointer), to(text), uint32],
    ),
    "stretto_layer_state_retain": (status, [LayerStatePointer]),
    "stretto_layer_state_release": (status, [LayerStatePointer]),
    "stretto_layer_state_set_number": (status, [LayerStatePointer, text, double]),
    "stretto_layer_state_set_numbers": (status, [LayerStatePointer, text, doubles, uint32]),
    "stretto_layer_state_set_color": (status, [LayerStatePointer, text, double, double, double, double]),
    "stretto_layer_state_set_string": (status, [LayerStatePointer, text, text]),
    "stretto_layer_state_set_path": (status, [LayerStatePointer, text, PathPointer]),
    "stretto_layer_state_set_image": (status, [LayerStatePointer, text, ImagePointer]),
    "stretto_layer_state_set_font": (status, [LayerStatePointer, text, FontPointer]),
    "stretto_layer_state_set_fonts": (status, [LayerStatePointer, text, to(FontPointer), uint32]),
    "stretto_layer_state_set_none": (status, [LayerStatePointer, text]),
    "stretto_layer_state_get_number": (status, [LayerStatePointer, text, to(double)]),
    "stretto_layer_state_get_numbers": (status, [LayerStatePointer, text, to(double), uint32, to(uint32)]),
    "stretto_layer_state_get_string": (status, [LayerStatePointer, text, to(BytesStruct)]),
    "stretto_layer_state_get_path": (status, [LayerStatePointer, text, to(PathPointer)]),
    "stretto_layer_state_get_image": (status, [LayerStatePointer, text, to(ImagePointer)]),
    "stretto_layer_state_get_font": (status, [LayerStatePointer, text, to(FontPointer)]),
    "stretto_stagger_init": (None, [to(StaggerStruct)]),
    "stretto_stagger_get_delays": (status, [to(StaggerStruct), uint32, to(double)]),
}
