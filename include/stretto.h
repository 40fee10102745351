/* Stretto: animated layers drawn without a display, and one animation shown as many copies, each with its own place,
 * colour and moment.
 *
 * A scene is a tree of layers with animations. A frame is a pure function of the tree and a time in
 * seconds: any frame may be asked for first, alone, backwards or on another thread, and is byte for byte
 * the same. The model, its words and its property names are Core Animation's.
 *
 *     cc program.c $(pkg-config --cflags --libs stretto) -o program
 *
 *     #include <stdio.h>
 *     #include <stdlib.h>
 *     #include <stretto.h>
 *
 *     static void check(stretto_status status) {
 *       if (status == STRETTO_OK) return;
 *       fprintf(stderr, "%s\n", stretto_error_message());
 *       exit(1);
 *     }
 *
 *     int main(void) {
 *       stretto_scene *scene = NULL;
 *       stretto_layer *row = NULL, *dot = NULL;
 *       const double frame[4] = {10, 10, 20, 20};
 *       const stretto_transform offset = stretto_transform_make_translation(30, 0, 0);
 *       check(stretto_scene_create(130, 40, &scene));
 *       check(stretto_layer_create(STRETTO_LAYER_PLAIN, &dot));
 *       check(stretto_layer_set_numbers(dot, "frame", frame, 4));
 *       check(stretto_layer_set_number(dot, "cornerRadius", 10));
 *       check(stretto_layer_set_color(dot, "backgroundColor", 1, 0.3, 0.2, 1));
 *       check(stretto_layer_create(STRETTO_LAYER_REPLICATOR, &row));
 *       check(stretto_layer_set_number(row, "instanceCount", 4));
 *       check(stretto_layer_set_numbers(row, "instanceTransform", offset.m, 16));
 *       check(stretto_layer_add_sublayer(row, dot));
 *       check(stretto_layer_add_sublayer(stretto_scene_root(scene), row));
 *       check(stretto_scene_write_png(scene, 0.0, 2.0, "row.png"));
 *       stretto_layer_release(dot);
 *       stretto_layer_release(row);
 *       stretto_scene_release(scene);
 *       return 0;
 *     }
 *
 * Errors. Functions that can fail return a stretto_status: STRETTO_OK (0), or a code whose number never changes. A
 * call that fails changes nothing. stretto_error_message() is the calling thread's last error as a sentence that
 * says what was given and what is allowed. No argument crashes the process: handles are looked up, not
 * followed, so one that is NULL, released or of another kind gives STRETTO_ERROR_INVALID_HANDLE. Only
 * pointers to your own memory (arrays, pixels, texts) are trusted: they must hold what the counts say.
 *
 * Ownership. `..._create` and every `out_` handle gives one reference that you release once, in any order;
 * the one exception says "borrowed". A tree keeps its layers alive. Releasing NULL does nothing. Paths and
 * animations are copied when they are given to a layer; images never change and are shared.
 *
 * Threads. Every function may be called from any thread at any time. Frames are drawn in parallel; a change
 * to a tree waits for frames that are being read from it, and for no other tree. One call sees one state of the
 * tree. A child of fork() may use the library at once, whatever other threads did: fork() waits until their calls
 * have ended, a second at most.
 *
 * Units. Points for lengths (y grows downwards), seconds for times, radians for angles, 0...1 for colour
 * components, which are in the sRGB encoding and not premultiplied. `scale` is pixels per point.
 *
 * Pixels. Four bytes each: red, green, blue, alpha; rows from the top. The caller brings the memory.
 * Straight alpha unless premultiplied is asked for. Blending is done on 8-bit premultiplied values in the
 * sRGB encoding, as in Core Animation.
 *
 * Numbers. Every double must be finite, except where the text allows infinity (repeatCount, duration).
 *
 * Versions. From 0.1.0 on, functions and constants never change; a changed contract gets a new name. STRETTO_ABI counts
 * additions. Structs that begin with `struct_size` may grow at their end: set it to sizeof the struct before the call. In an array
 * that the library fills in, set it in the first element; the library takes it as the distance between elements, and sets it in
 * all of them. INVALID_ARGUMENT if it is too small. Other structs keep their layout.
 */
#ifndef STRETTO_H
#define STRETTO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---------------------------------------------------------------- version */

#define STRETTO_VERSION "0.1.0"
/* The version as a number that can be compared: 1,000,000 x major + 1,000 x minor + patch. */
#define STRETTO_VERSION_NUMBER 1000
#define STRETTO_ABI 1

/* The library's version, as STRETTO_VERSION was when it was built. Static memory. */
const char *stretto_version(void);
/* The library's STRETTO_ABI. A program runs with a library whose number is at least its own. */
uint32_t stretto_abi_version(void);

/* ---------------------------------------------------------------- errors */

typedef int32_t stretto_status;
enum {
  STRETTO_OK = 0,
  STRETTO_ERROR_INVALID_ARGUMENT = 1, /* a value outside what the function allows */
  STRETTO_ERROR_INVALID_HANDLE = 2,   /* NULL, released, or of another kind */
  STRETTO_ERROR_KEY_PATH = 3,         /* no such property, or not of this kind of value */
  STRETTO_ERROR_LIMIT = 4,            /* too large to be drawn or held, or no memory for it; the text says which */
  STRETTO_ERROR_LOAD = 5,             /* a file or bytes that cannot be read as what they should be */
  STRETTO_ERROR_WRITE = 6,            /* a file that cannot be written */
  STRETTO_ERROR_CANCELLED = 7,        /* ended early by a timeout, a signal or another thread */
  STRETTO_ERROR_DOCUMENT = 20         /* a scene document that cannot be read; see stretto_error_line */
};

/* The error of the calling thread's last call that failed, as a sentence in UTF-8; "" if none did. The memory belongs to
 * the thread and stays in one place; the next call that fails overwrites it. So it may be an argument beside the
 * call itself, as in printf("%d %s\n", stretto_f(), stretto_error_message()). Sentences above 4,095 bytes are cut in the middle. */
const char *stretto_error_message(void);
/* The line, from 1, of the document that the calling thread's last error is about; 0 for all other errors. */
uint32_t stretto_error_line(void);

/* ---------------------------------------------------------------- ending calls early
 *
 * Frames, hit tests, other questions about a scene or a text, and opening and saving documents can take long. Any thread
 * can cancel them, and they can have a timeout. They then end within some milliseconds with STRETTO_ERROR_CANCELLED. The
 * scene is unchanged; a frame's memory holds part of a picture.
 *
 * Memory is counted before it is allocated. By default a document may take 256 times its bytes, at least 192 MiB and at most
 * 1 GiB, with its pictures, which have 4 bytes a pixel; a PNG that is opened alone may have 2^25 pixels, or 32 for each byte, and at most 2^28; a frame, or another question, may take 1 GiB beside
 * its pixels: for shapes and copies, the letters of each text, and what it needs while it is drawn. */

/* Limits that end calls early. Begin with `stretto_limits limits = {sizeof limits}`. */
typedef struct stretto_limits {
  uint32_t struct_size;
  uint32_t reserved;     /* 0 */
  double timeout;        /* seconds from the beginning of each call; 0 for no end */
  const int32_t *cancel; /* a call ends when this is not 0. Any thread and any signal handler may set it. NULL for none */
  size_t memory;         /* bytes that a call may take, about; LIMIT above, and the text says for what. 0: the default. The
                          * documents of one scene (stretto_scene_add_document) count together */
} stretto_limits;

/* Sets the limits of the calling thread's later calls; NULL for none. The struct is copied; the number that `cancel`
 * points to must stay alive until other limits are set. */
stretto_status stretto_limits_set(const stretto_limits *limits);

/* ---------------------------------------------------------------- plain values */

/* A 4x4 matrix for row vectors, row by row (m11, m12, ... m44); translation in m[12], m[13], m[14]. */
typedef struct stretto_transform {
  double m[16];
} stretto_transform;

/* The transform that changes nothing. */
stretto_transform stretto_transform_make_identity(void);
/* Moves by (x, y, z) points. */
stretto_transform stretto_transform_make_translation(double x, double y, double z);
/* Stretches by the factors x, y, z. */
stretto_transform stretto_transform_make_scale(double x, double y, double z);
/* Turns by `angle` radians about the axis (x, y, z); about z, +pi/2 sends (1,0) to (0,1). The identity for an
 * axis of no length. */
stretto_transform stretto_transform_make_rotation(double angle, double x, double y, double z);
/* The identity with m34 = -1/distance; the identity for 0. */
stretto_transform stretto_transform_make_perspective(double distance);
/* `a` first, then `b` (CATransform3DConcat). */
stretto_transform stretto_transform_concat(stretto_transform a, stretto_transform b);
/* The inverse of `t`; `t` itself if it has none (CATransform3DInvert). */
stretto_transform stretto_transform_invert(stretto_transform t);

/* Text or bytes that the library allocated: release each once with stretto_bytes_release. After a call that fails the struct
 * is unchanged. */
typedef struct stretto_bytes {
  char *data;  /* `size` bytes and a NUL after them. Text is UTF-8 */
  size_t size; /* bytes, without that NUL */
} stretto_bytes;

/* Frees the memory and sets both fields to 0. NULL, and a struct of zeros, do nothing. Copies of the struct share its memory. */
void stretto_bytes_release(stretto_bytes *self);

/* ---------------------------------------------------------------- kinds of objects */

typedef struct stretto_scene stretto_scene;
typedef struct stretto_layer stretto_layer;
/* Some copies of a layer, which can have values and animations of their own. */
typedef struct stretto_copies stretto_copies;
/* Some characters of a text, which can have a style of their own. */
typedef struct stretto_characters stretto_characters;
/* A layer in one state of its scene, which can have values of its own. */
typedef struct stretto_layer_state stretto_layer_state;
typedef struct stretto_animation stretto_animation;
typedef struct stretto_cell stretto_cell;
typedef struct stretto_behavior stretto_behavior;
typedef struct stretto_path stretto_path;
typedef struct stretto_image stretto_image;
typedef struct stretto_font stretto_font;

/* ---------------------------------------------------------------- properties
 *
 * Layers, animations and emitter cells have properties that are reached by key path: Core Animation's
 * strings, such as "opacity", "position.x", "transform.rotation.z", "emitterCells.red.birthRate",
 * "filters.soft.inputRadius", "sublayers.hand.opacity" (red, soft and hand are names that you gave). There is a setter
 * and a getter for each kind of value; numbers stand for booleans (0 or 1), points (x, y), sizes (width,
 * height), rectangles (x, y, width, height), transforms (16 numbers), colours (4) and lists of them. */

typedef int32_t stretto_value_kind;
enum {
  STRETTO_VALUE_NUMBER = 0,
  STRETTO_VALUE_BOOLEAN = 1,
  STRETTO_VALUE_INTEGER = 2,
  STRETTO_VALUE_POINT = 3,     /* 2 numbers */
  STRETTO_VALUE_SIZE = 4,      /* 2 numbers */
  STRETTO_VALUE_RECT = 5,      /* 4 numbers */
  STRETTO_VALUE_TRANSFORM = 6, /* 16 numbers */
  STRETTO_VALUE_COLOR = 7,     /* 4 numbers, or none */
  STRETTO_VALUE_NUMBERS = 8,   /* any count, or none */
  STRETTO_VALUE_COLORS = 9,    /* 4 numbers a colour, or none */
  STRETTO_VALUE_STRING = 10,
  STRETTO_VALUE_NAME = 11,       /* one of `names` */
  STRETTO_VALUE_NAMES = 12,      /* any of `names`, separated by spaces */
  STRETTO_VALUE_PATH = 13,       /* a path, or none */
  STRETTO_VALUE_IMAGE = 14,      /* an image, or none */
  STRETTO_VALUE_LAYER = 15,      /* a layer, or none */
  STRETTO_VALUE_CURVE = 16,      /* a timing function: a name, or 4 numbers c1x c1y c2x c2y; or none */
  STRETTO_VALUE_CURVES = 17,     /* 4 numbers a timing function */
  STRETTO_VALUE_ANY = 18,        /* whatever the animation's key path takes, or none */
  STRETTO_VALUE_TRANSFORMS = 19, /* 16 numbers a transform, or none */
  STRETTO_VALUE_FILTERS = 20,    /* any of `names`, separated by spaces, each maybe as NAME=TYPE; their inputs
                                  * have key paths such as "filters.NAME.inputRadius" */
  STRETTO_VALUE_FONT = 21,       /* a font, or none */
  STRETTO_VALUE_FONTS = 22,      /* a list of fonts, or none */
  STRETTO_VALUE_VARIATIONS = 23, /* 2 numbers an axis: its four characters as one number, and the place; or none */
  STRETTO_VALUE_FEATURES = 24    /* OpenType features, such as "tnum, liga=0" */
};

typedef int32_t stretto_object_kind;
enum {
  STRETTO_OBJECT_LAYER = 0,
  STRETTO_OBJECT_ANIMATION = 1,
  STRETTO_OBJECT_CELL = 2,
  STRETTO_OBJECT_BEHAVIOR = 3
};

/* Aspects of a picture that a property may change. */
enum {
  STRETTO_INFLUENCE_GEOMETRY = 1,     /* where things lie and how large they are */
  STRETTO_INFLUENCE_VISIBILITY = 2,   /* whether they are seen at all */
  STRETTO_INFLUENCE_CONTENT = 4,      /* what is painted; its place stays */
  STRETTO_INFLUENCE_TIME = 8,         /* which moment is seen */
  STRETTO_INFLUENCE_BIRTHS = 16,      /* what particles take on at their birth */
  STRETTO_INFLUENCE_DEPTH = 32,       /* the order among siblings */
  STRETTO_INFLUENCE_COPIES = 64,      /* how many copies there are */
  STRETTO_INFLUENCE_FACING = 128,     /* whether it matters which side faces the viewer */
  STRETTO_INFLUENCE_BIRTH_RATE = 256, /* how many particles are born, and when */
  STRETTO_INFLUENCE_LIFETIME = 512,   /* how long particles live */
  STRETTO_INFLUENCE_SPEED = 1024,     /* how fast a layer's own time runs */
  STRETTO_INFLUENCE_FORCES = 4096     /* what happens to particles while they live */
};

/* Description of a property. Texts are static memory. The library fills in as many fields as struct_size
 * has room for. */
typedef struct stretto_property {
  uint32_t struct_size; /* set it to sizeof(stretto_property) before the call */
  stretto_value_kind value_kind;
  const char *name;
  const char *names;          /* allowed names, separated by spaces; "" if any text is allowed */
  const char *default_string; /* "" if the default is not a text */
  double default_numbers[16]; /* as many as default_count says */
  uint32_t default_count;     /* 0: no default, or one that is not made of numbers */
  bool is_animatable;
  const char *summary;     /* what it is, in a sentence, with its units */
  const char *section;     /* of the project's rules, such as "6.1" */
  double minimum, maximum; /* range of the number, or of each number in a list; infinity only where the summary allows it */
  uint32_t influence;      /* aspects that change with it: a sum of STRETTO_INFLUENCE_... */
  uint32_t reserved;
} stretto_property;

/* Number of properties of a kind of layer or animation (`kind` is a stretto_layer_kind or a
 * stretto_animation_kind; cells and behaviors have one kind, 0). */
stretto_status stretto_property_get_count(stretto_object_kind object, int32_t kind, uint32_t *out_count);
/* The property number `index`, from 0. INVALID_ARGUMENT past the end. */
stretto_status stretto_property_get(stretto_object_kind object, int32_t kind, uint32_t index, stretto_property *out_property);

/* ---------------------------------------------------------------- layers */

typedef int32_t stretto_layer_kind;
enum {
  STRETTO_LAYER_PLAIN = 0,           /* CALayer */
  STRETTO_LAYER_REPLICATOR = 1,      /* CAReplicatorLayer */
  STRETTO_LAYER_SHAPE = 2,           /* CAShapeLayer */
  STRETTO_LAYER_GRADIENT = 3,        /* CAGradientLayer */
  STRETTO_LAYER_EMITTER = 4,         /* CAEmitterLayer */
  STRETTO_LAYER_PORTAL = 5,          /* shows another layer, its "sourceLayer", once more */
  STRETTO_LAYER_VIEW_REPLICATOR = 6, /* shows its "sourceLayer" in place of each of its proxies */
  STRETTO_LAYER_PROXY = 7,           /* a stand-in for the source, as sublayer of a view replicator */
  STRETTO_LAYER_TRANSFORM = 8,       /* CATransformLayer: its sublayers keep their depth; it paints nothing itself */
  STRETTO_LAYER_TEXT = 9,            /* CATextLayer: shows its glyph layer once for each character, word or line */
  STRETTO_LAYER_GLYPH = 10           /* comes with a text, as its layer "glyph"; it cannot be created */
};

/* Creates a layer of a kind, without size, contents or superlayer. */
stretto_status stretto_layer_create(stretto_layer_kind kind, stretto_layer **out_layer);
/* Adds a reference. */
stretto_status stretto_layer_retain(stretto_layer *self);
/* Drops a reference; the last one ends the handle. NULL does nothing. */
stretto_status stretto_layer_release(stretto_layer *self);
/* The kind that the layer was created with. */
stretto_status stretto_layer_get_kind(stretto_layer *self, stretto_layer_kind *out_kind);

/* Adds `child` above the other sublayers and removes it from its old superlayer. INVALID_ARGUMENT if that would make a
 * cycle, LIMIT if the tree would be deeper than 256 layers. A frame that needs more stack than the calling thread
 * has left is drawn on a thread with a stack of 16 MiB. */
stretto_status stretto_layer_add_sublayer(stretto_layer *self, stretto_layer *child);
/* Adds `count` layers above the other sublayers, the last one topmost. Errors as in add_sublayer, and INVALID_ARGUMENT
 * if a layer is listed twice; then none is added. */
stretto_status stretto_layer_add_sublayers(stretto_layer *self, stretto_layer *const *layers, uint32_t count);
/* Replaces all sublayers; otherwise as stretto_layer_add_sublayers. */
stretto_status stretto_layer_set_sublayers(stretto_layer *self, stretto_layer *const *layers, uint32_t count);
/* Puts `child` at `index`, 0 (lowest) to the number of sublayers; errors as in add_sublayer. */
stretto_status stretto_layer_insert_sublayer(stretto_layer *self, stretto_layer *child, uint32_t index);
/* Removes the layer from its superlayer, or from the layer whose mask or source it is. Does nothing if it has none. */
stretto_status stretto_layer_remove_from_superlayer(stretto_layer *self);
/* The number of sublayers. */
stretto_status stretto_layer_get_sublayer_count(stretto_layer *self, uint32_t *out_count);
/* The sublayer at `index`, lowest first. */
stretto_status stretto_layer_get_sublayer(stretto_layer *self, uint32_t index, stretto_layer **out_layer);
/* The first layer of that name: this one, or else one below it, depth first and the lowest first; masks, sources of view
 * replicators and glyph layers are below as well. Searches of one layer are quick until a name or the tree changes below it.
 * INVALID_ARGUMENT, with the nearest name, if there is none. */
stretto_status stretto_layer_find(stretto_layer *self, const char *name, stretto_layer **out_layer);
/* The superlayer; for a mask, a view replicator's source or a glyph the layer that it belongs to. NULL if there is none. */
stretto_status stretto_layer_get_superlayer(stretto_layer *self, stretto_layer **out_layer);

/* Sets a number, a boolean or an integer, or one component ("position.x"). */
stretto_status stretto_layer_set_number(stretto_layer *self, const char *key_path, double value);
/* Sets a value of several numbers; `count` must fit the kind of value. */
stretto_status stretto_layer_set_numbers(stretto_layer *self, const char *key_path, const double *values, uint32_t count);
/* Sets a colour; components are clamped to 0...1 when drawn. */
stretto_status stretto_layer_set_color(stretto_layer *self, const char *key_path, double red, double green, double blue, double alpha);
/* Sets a text, a name or names. UTF-8. An unknown name is refused with the nearest right one. */
stretto_status stretto_layer_set_string(stretto_layer *self, const char *key_path, const char *value);
/* Sets a path (copied); NULL for none. */
stretto_status stretto_layer_set_path(stretto_layer *self, const char *key_path, stretto_path *value);
/* Sets an image; NULL for none. */
stretto_status stretto_layer_set_image(stretto_layer *self, const char *key_path, stretto_image *value);
/* Sets a font; NULL for none. */
stretto_status stretto_layer_set_font(stretto_layer *self, const char *key_path, stretto_font *value);
/* Sets a list of fonts. */
stretto_status stretto_layer_set_fonts(stretto_layer *self, const char *key_path, stretto_font *const *values, uint32_t count);
/* Sets a layer: "mask", or the "sourceLayer" of a portal or view replicator; NULL for none. A mask, and a view
 * replicator's source, are removed from their old superlayer, as a sublayer is. A portal's source stays in its tree. The
 * portal keeps it alive; a portal inside its own source keeps both alive until it is given another source. */
stretto_status stretto_layer_set_layer(stretto_layer *self, const char *key_path, stretto_layer *value);
/* Removes a value that may be absent: a colour, list, path, image or layer. */
stretto_status stretto_layer_set_none(stretto_layer *self, const char *key_path);

/* The number, boolean or integer that was set, or one component. */
stretto_status stretto_layer_get_number(stretto_layer *self, const char *key_path, double *out_value);
/* The numbers of a value: writes at most `capacity` of them, and their count into `out_count`; 0 for none. */
stretto_status stretto_layer_get_numbers(stretto_layer *self, const char *key_path, double *out_values, uint32_t capacity, uint32_t *out_count);
/* A text, a name or names; "" for none. */
stretto_status stretto_layer_get_string(stretto_layer *self, const char *key_path, stretto_bytes *out_text);
/* A copy of the path; NULL for none. */
stretto_status stretto_layer_get_path(stretto_layer *self, const char *key_path, stretto_path **out_path);
/* The image; NULL for none. */
stretto_status stretto_layer_get_image(stretto_layer *self, const char *key_path, stretto_image **out_image);
/* The font; NULL for none. */
stretto_status stretto_layer_get_font(stretto_layer *self, const char *key_path, stretto_font **out_font);
/* The number of fonts in a list. */
stretto_status stretto_layer_get_font_count(stretto_layer *self, const char *key_path, uint32_t *out_count);
/* The font at `index` in a list of fonts. */
stretto_status stretto_layer_get_font_at(stretto_layer *self, const char *key_path, uint32_t index, stretto_font **out_font);
/* The layer; NULL for none. */
stretto_status stretto_layer_get_layer(stretto_layer *self, const char *key_path, stretto_layer **out_layer);

/* Some copies of the layer. `pattern` has an index for each replicator, view replicator or text around the layer, outermost first;
 * -1 is every copy at that depth, indices left out at the end are 0. At most 32. The values and animations stay when the handle is
 * released. */
stretto_status stretto_layer_get_copies(stretto_layer *self, const int32_t *pattern, uint32_t count, stretto_copies **out_copies);
/* Sets a mask for each copy of a replicator or text, in the copy's coordinates (in a text their origin is the corner
 * of the copy's box). A NULL entry masks nothing, nor are copies beyond `count` masked. The masks are removed from their
 * old superlayers. Replicators and texts only. */
stretto_status stretto_layer_set_instance_masks(stretto_layer *self, stretto_layer *const *masks, uint32_t count);
/* The number of copies, from the first on, that were given a mask or NULL. Replicators and texts only. */
stretto_status stretto_layer_get_instance_mask_count(stretto_layer *self, uint32_t *out_count);
/* The mask of the copy `index`; NULL for none. */
stretto_status stretto_layer_get_instance_mask(stretto_layer *self, uint32_t index, stretto_layer **out_layer);

/* Adds a copy of the animation to the layer. A new animation with the same `key` replaces the old one, unless it is for
 * other copies (stretto_copies_add_animation); NULL makes a unique key. KEY_PATH if the layer has no such property. */
stretto_status stretto_layer_add_animation(stretto_layer *self, stretto_animation *animation, const char *key);
/* Removes all animations with this key, those for single copies too. Does nothing if there is none. */
stretto_status stretto_layer_remove_animation(stretto_layer *self, const char *key);
/* Removes all animations. */
stretto_status stretto_layer_remove_all_animations(stretto_layer *self);
/* The number of the layer's animations. */
stretto_status stretto_layer_get_animation_count(stretto_layer *self, uint32_t *out_count);
/* The key of the animation number `index`, in the order of application. Animations for different
 * copies may have one key. */
stretto_status stretto_layer_get_animation_key(stretto_layer *self, uint32_t index, stretto_bytes *out_text);

/* A copy of the animation with this key, as it was added (a duration of 0 has become 0.25); NULL if there is none:
 * the one for all copies, or else the oldest. */
stretto_status stretto_layer_get_animation(stretto_layer *self, const char *key, stretto_animation **out_animation);

/* ---------------------------------------------------------------- copies of a layer
 *
 * Copies can have values of their own for every property but "frame", timing and layers, and animations of their own. A getter
 * gives the value that was set for exactly these copies, or else the layer's. Errors are those of the layer's functions. */

/* Adds a reference. */
stretto_status stretto_copies_retain(stretto_copies *self);
/* Drops a reference. NULL does nothing. */
stretto_status stretto_copies_release(stretto_copies *self);
/* Sets a number, a boolean or an integer, or one component. */
stretto_status stretto_copies_set_number(stretto_copies *self, const char *key_path, double value);
/* Sets a value of several numbers. */
stretto_status stretto_copies_set_numbers(stretto_copies *self, const char *key_path, const double *values, uint32_t count);
/* Sets a colour. */
stretto_status stretto_copies_set_color(stretto_copies *self, const char *key_path, double red, double green, double blue, double alpha);
/* Sets a text, a name or names. */
stretto_status stretto_copies_set_string(stretto_copies *self, const char *key_path, const char *value);
/* Sets a path (copied); NULL for none. */
stretto_status stretto_copies_set_path(stretto_copies *self, const char *key_path, stretto_path *value);
/* Sets an image; NULL for none. */
stretto_status stretto_copies_set_image(stretto_copies *self, const char *key_path, stretto_image *value);
/* Sets a font; NULL for none. */
stretto_status stretto_copies_set_font(stretto_copies *self, const char *key_path, stretto_font *value);
/* Sets a list of fonts. */
stretto_status stretto_copies_set_fonts(stretto_copies *self, const char *key_path, stretto_font *const *values, uint32_t count);
/* Removes a value that may be absent. */
stretto_status stretto_copies_set_none(stretto_copies *self, const char *key_path);
/* The number, boolean or integer, or one component. */
stretto_status stretto_copies_get_number(stretto_copies *self, const char *key_path, double *out_value);
/* The numbers of a value; form as in stretto_layer_get_numbers. */
stretto_status stretto_copies_get_numbers(stretto_copies *self, const char *key_path, double *out_values, uint32_t capacity, uint32_t *out_count);
/* A text, a name or names. */
stretto_status stretto_copies_get_string(stretto_copies *self, const char *key_path, stretto_bytes *out_text);
/* A copy of the path; NULL for none. */
stretto_status stretto_copies_get_path(stretto_copies *self, const char *key_path, stretto_path **out_path);
/* The image; NULL for none. */
stretto_status stretto_copies_get_image(stretto_copies *self, const char *key_path, stretto_image **out_image);
/* The font; NULL for none. */
stretto_status stretto_copies_get_font(stretto_copies *self, const char *key_path, stretto_font **out_font);
/* Adds a copy of an animation for these copies alone; otherwise as stretto_layer_add_animation. */
stretto_status stretto_copies_add_animation(stretto_copies *self, stretto_animation *animation, const char *key);
/* Removes the animations with this key that were added for exactly these copies. Does nothing if there is none. */
stretto_status stretto_copies_remove_animation(stretto_copies *self, const char *key);
/* A copy of the animation with this key that was added for exactly these copies; NULL if there is none. */
stretto_status stretto_copies_get_animation(stretto_copies *self, const char *key, stretto_animation **out_animation);

/* ---------------------------------------------------------------- texts
 *
 * A text layer is a replicator whose sublayer is its glyph layer, had by stretto_layer_get_layer(text, "glyph", &glyph):
 * shown once for each copy, which is a character, a word or a line as "instanceUnit" says. Characters are graphemes
 * of the string, counted from 0, whatever bytes they take. Functions for texts give KEY_PATH for other layers. */

/* The characters of a text from `start` up to, not including, `end`, which must be greater; a part beyond the string has no effect.
 * The style stays when the handle is released. Setting another string removes it. */
stretto_status stretto_layer_get_characters(stretto_layer *self, uint32_t start, uint32_t end, stretto_characters **out_characters);
/* Characters can have "font", "fontSize", "foregroundColor", "tracking", "baselineShift", "fontFeatures" and "language" of their own.
 * KEY_PATH for other properties. A getter gives the value that was set for exactly this range, or else the text's. */

/* Adds a reference. */
stretto_status stretto_characters_retain(stretto_characters *self);
/* Drops a reference. NULL does nothing. */
stretto_status stretto_characters_release(stretto_characters *self);
/* Sets a number, a boolean or an integer, or one component. */
stretto_status stretto_characters_set_number(stretto_characters *self, const char *key_path, double value);
/* Sets a value of several numbers. */
stretto_status stretto_characters_set_numbers(stretto_characters *self, const char *key_path, const double *values, uint32_t count);
/* Sets a colour. */
stretto_status stretto_characters_set_color(stretto_characters *self, const char *key_path, double red, double green, double blue, double alpha);
/* Sets a text, a name or names. */
stretto_status stretto_characters_set_string(stretto_characters *self, const char *key_path, const char *value);
/* Sets a font; NULL for none. */
stretto_status stretto_characters_set_font(stretto_characters *self, const char *key_path, stretto_font *value);
/* Removes a value that may be absent. */
stretto_status stretto_characters_set_none(stretto_characters *self, const char *key_path);
/* The number, boolean or integer, or one component. */
stretto_status stretto_characters_get_number(stretto_characters *self, const char *key_path, double *out_value);
/* The numbers of a value; form as in stretto_layer_get_numbers. */
stretto_status stretto_characters_get_numbers(stretto_characters *self, const char *key_path, double *out_values, uint32_t capacity, uint32_t *out_count);
/* A text, a name or names. */
stretto_status stretto_characters_get_string(stretto_characters *self, const char *key_path, stretto_bytes *out_text);
/* The font; NULL for none. */
stretto_status stretto_characters_get_font(stretto_characters *self, const char *key_path, stretto_font **out_font);

/* The box of a text's copy in the text layer's coordinates: its advance wide, ascent and descent high. */
typedef struct stretto_text_copy {
  uint32_t struct_size;       /* sizeof(stretto_text_copy) */
  double x, y, width, height; /* on a path, a box around the turned one */
  double baseline;            /* its y */
  int32_t character;          /* the first character, and the number of them */
  int32_t character_count;
  int32_t line;
  int32_t word;    /* -1 for white space */
  bool is_missing; /* true if no font has all of its characters, and a box is drawn instead */
} stretto_text_copy;

/* The box of a line of text; white space that hangs at its end does not count. */
typedef struct stretto_text_line {
  uint32_t struct_size; /* sizeof(stretto_text_line) */
  double x, y, width, height;
  double baseline;
  int32_t character;
  int32_t character_count;
} stretto_text_line;

/* The copies of a text at the scene's time `time`, as they lie at rest; `indices` name the copy of the text itself, as
 * in stretto_layer_get_local_time. Form as in get_numbers. */
stretto_status stretto_layer_get_text_copies(stretto_layer *self, double time, const int32_t *indices, uint32_t index_count, stretto_text_copy *out_copies, uint32_t capacity, uint32_t *out_count);
/* The lines of a text; arguments as in text_copies. */
stretto_status stretto_layer_get_text_lines(stretto_layer *self, double time, const int32_t *indices, uint32_t index_count, stretto_text_line *out_lines, uint32_t capacity, uint32_t *out_count);
/* The outlines of all glyphs where they lie; bitmaps have none. */
stretto_status stretto_layer_get_text_path(stretto_layer *self, double time, const int32_t *indices, uint32_t index_count, stretto_path **out_path);
/* The size that the text needs when wrapped at `width`; 0 wraps only at line breaks. */
stretto_status stretto_layer_get_text_size(stretto_layer *self, double width, double *out_width, double *out_height);
/* The largest fontSize at which the text fits into a width and height; 0 for a side without a limit. */
stretto_status stretto_layer_get_text_font_size(stretto_layer *self, double width, double height, double *out_font_size);

typedef int32_t stretto_text_unit;
enum {
  STRETTO_TEXT_CHARACTER = 0,
  STRETTO_TEXT_VISIBLE = 1, /* characters except white space, which shares the rank of the character before it */
  STRETTO_TEXT_WORD = 2,
  STRETTO_TEXT_LINE = 3
};

/* The rank of each copy, from 0, for staggers: copies in one unit `by` share a rank. Ranks follow the reading order,
 * or run from left to right if is_visual is true. Form as in get_numbers. */
stretto_status stretto_layer_get_text_ranks(stretto_layer *self, stretto_text_unit by, bool is_visual, int32_t *out_ranks, uint32_t capacity, uint32_t *out_count);
/* The character whose box holds the point (x, y) in the text layer's coordinates, or is the nearest; -1 for an empty
 * string. */
stretto_status stretto_layer_get_character_at(stretto_layer *self, double x, double y, double time, int32_t *out_character);

/* The emitter's cells, in order; they are shared, not copied. Emitter layers only. */
stretto_status stretto_layer_set_cells(stretto_layer *self, stretto_cell *const *cells, uint32_t count);
/* The number of the emitter's cells. */
stretto_status stretto_layer_get_cell_count(stretto_layer *self, uint32_t *out_count);
/* The cell at `index`, in order. */
stretto_status stretto_layer_get_cell(stretto_layer *self, uint32_t index, stretto_cell **out_cell);
/* The emitter's behaviors; they are shared, not copied. Emitter layers only. */
stretto_status stretto_layer_set_behaviors(stretto_layer *self, stretto_behavior *const *behaviors, uint32_t count);
/* The number of the emitter's behaviors. */
stretto_status stretto_layer_get_behavior_count(stretto_layer *self, uint32_t *out_count);
/* The behavior at `index`, in order. INVALID_ARGUMENT past the end. */
stretto_status stretto_layer_get_behavior(stretto_layer *self, uint32_t index, stretto_behavior **out_behavior);

/* Copies are named by the indices of the replicators around a layer, outermost first; indices left out at
 * the end are 0. At most 32. A layer outside any scene counts the top of its tree as the scene's root. */

/* Tells whether a point in the layer's own coordinates is within its bounds as they were set, without their right and
 * bottom edges. */
stretto_status stretto_layer_contains_point(stretto_layer *self, double x, double y, bool *out_contains);

/* One appearance of a layer, for conversions of places and times. */
typedef struct stretto_appearance {
  uint32_t struct_size; /* sizeof(stretto_appearance) */
  stretto_layer *layer;
  const int32_t *instance; /* which copy; NULL with a count of 0 for copy 0 */
  uint32_t instance_count;
  stretto_layer *portal;          /* a portal or proxy that shows the layer, or one around it; NULL for the layer at home */
  const int32_t *portal_instance; /* which copy of the portal; NULL with a count of 0 for copy 0 */
  uint32_t portal_instance_count;
} stretto_appearance;

/* Converts `count` points (x, y) from one layer's coordinates to those of another in the same tree, or of the scene (`to`
 * is NULL), at a time of the scene. Depth is flattened: points that are seen at one pixel are converted into each other.
 * INVALID_ARGUMENT if a layer has ended at that time, or is seen from its edge; `points` are then unchanged. */
stretto_status stretto_appearance_convert_points(const stretto_appearance *self, const stretto_appearance *to, double time, double *points, uint32_t count);
/* Converts a rectangle (x, y, width, height) into the upright one around its four converted corners. */
stretto_status stretto_appearance_convert_rect(const stretto_appearance *self, const stretto_appearance *to, double time, double *rect);
/* Converts a time of one layer into the time of another, or of the scene (`to` is NULL; `self` may be NULL too). Both go
 * through their own superlayers; `portal` is ignored. Timing and delays count as they were set. A speed of 0 has no
 * inverse and gives 0. */
stretto_status stretto_appearance_convert_time(const stretto_appearance *self, const stretto_appearance *to, double time, double *out_time);

/* The layer's own time in one copy, when the scene's time is `time`. */
stretto_status stretto_layer_get_local_time(stretto_layer *self, double time, const int32_t *instance, uint32_t instance_count, double *out_time);
/* The animated value of anything made of numbers, in one copy at a time; form as in get_numbers. */
stretto_status stretto_layer_get_presentation_numbers(stretto_layer *self, const char *key_path, double time, const int32_t *instance, uint32_t instance_count, double *out_values, uint32_t capacity, uint32_t *out_count);
/* The animated value of a text, such as "string" of a text layer, in one copy. */
stretto_status stretto_layer_get_presentation_string(stretto_layer *self, const char *key_path, double time, const int32_t *instance, uint32_t instance_count, stretto_bytes *out_text);

/* The animated value of anything made of numbers, in one copy, at `count` times evenly from start to stop inclusive:
 * values of *out_width numbers each, one after the other. Writes nothing if `capacity` numbers are too few. A NULL
 * key path gives the local time. */
stretto_status stretto_layer_sample(stretto_layer *self, const char *key_path, double start, double stop, uint32_t count, const int32_t *instance, uint32_t instance_count, double *out_values, uint32_t capacity, uint32_t *out_width);
/* The scene's times in start...stop at which one copy shows the layer's time `local_time`, ascending; form as in
 * get_numbers. Exact where the way is a straight line; otherwise searched for in 4096 steps. */
stretto_status stretto_layer_get_scene_times(stretto_layer *self, double local_time, double start, double stop, const int32_t *instance, uint32_t instance_count, double *out_times, uint32_t capacity, uint32_t *out_count);

/* ---------------------------------------------------------------- animations */

typedef int32_t stretto_animation_kind;
enum {
  STRETTO_ANIMATION_BASIC = 0,     /* CABasicAnimation */
  STRETTO_ANIMATION_KEYFRAME = 1,  /* CAKeyframeAnimation */
  STRETTO_ANIMATION_GROUP = 2,     /* CAAnimationGroup; its key path is NULL */
  STRETTO_ANIMATION_SPRING = 3,    /* CASpringAnimation: a basic animation at the pace of a spring */
  STRETTO_ANIMATION_TRANSITION = 4 /* CATransition: from the layer's last picture to its new one; its key path is NULL */
};

/* Creates an animation of a property. KEY_PATH if no kind of layer has it, or if it cannot be animated. A basic, keyframe or
 * spring animation whose key_path is NULL animates what the key says that a layer gets it under. */
stretto_status stretto_animation_create(stretto_animation_kind kind, const char *key_path, stretto_animation **out_animation);
/* Adds a reference. */
stretto_status stretto_animation_retain(stretto_animation *self);
/* Drops a reference. NULL does nothing. */
stretto_status stretto_animation_release(stretto_animation *self);

/* Sets a number, as for layers. repeatCount, repeatDuration and duration may be infinite; a duration of 0 reads as 0.25 s. */
stretto_status stretto_animation_set_number(stretto_animation *self, const char *key_path, double value);
/* Sets numbers, as for layers: also of fromValue, toValue and byValue (at most two of them; as the key path takes them,
 * or as a valueFunction that is set before), keyTimes, timingFunction(s), tensionValues and its like. */
stretto_status stretto_animation_set_numbers(stretto_animation *self, const char *key_path, const double *values, uint32_t count);
/* fromValue, toValue or byValue of a colour. */
stretto_status stretto_animation_set_color(stretto_animation *self, const char *key_path, double red, double green, double blue, double alpha);
/* fillMode, calculationMode, rotationMode, valueFunction, timingFunction by name. */
stretto_status stretto_animation_set_string(stretto_animation *self, const char *key_path, const char *value);
/* fromValue or toValue of a path; "path" of a keyframe animation: the way of an animated point, in place of values. */
stretto_status stretto_animation_set_path(stretto_animation *self, const char *key_path, stretto_path *value);
/* fromValue or toValue of contents. */
stretto_status stretto_animation_set_image(stretto_animation *self, const char *key_path, stretto_image *value);
/* Removes fromValue, toValue, byValue, timingFunction, a path, a list, or a mode that may be absent. */
stretto_status stretto_animation_set_none(stretto_animation *self, const char *key_path);
/* The number, boolean or integer that was set. */
stretto_status stretto_animation_get_number(stretto_animation *self, const char *key_path, double *out_value);
/* The numbers of a value; form as in stretto_layer_get_numbers. */
stretto_status stretto_animation_get_numbers(stretto_animation *self, const char *key_path, double *out_values, uint32_t capacity, uint32_t *out_count);
/* A text or a name; "" for none. */
stretto_status stretto_animation_get_string(stretto_animation *self, const char *key_path, stretto_bytes *out_text);
/* A copy of the path; NULL for none. */
stretto_status stretto_animation_get_path(stretto_animation *self, const char *key_path, stretto_path **out_path);
/* The image; NULL for none. */
stretto_status stretto_animation_get_image(stretto_animation *self, const char *key_path, stretto_image **out_image);

/* The values of a keyframe animation: `count` values of `width` numbers each, one after the other. A colour of four NaN
 * is none: it blends as its neighbour's colour at alpha 0. It is read back as no numbers. */
stretto_status stretto_animation_set_values(stretto_animation *self, const double *values, uint32_t count, uint32_t width);
/* The values of a keyframe animation of paths (copied); none may be NULL. */
stretto_status stretto_animation_set_path_values(stretto_animation *self, stretto_path *const *values, uint32_t count);
/* The values of a keyframe animation of images; none may be NULL. */
stretto_status stretto_animation_set_image_values(stretto_animation *self, stretto_image *const *values, uint32_t count);
/* The values of a keyframe animation of texts, which switch from one to the next. */
stretto_status stretto_animation_set_string_values(stretto_animation *self, const char *const *values, uint32_t count);
/* The animations of a group (copied), in order. LIMIT if groups would nest more than 16 deep, or hold more than
 * 65536 animations in all. */
stretto_status stretto_animation_set_animations(stretto_animation *self, stretto_animation *const *animations, uint32_t count);

/* Reading back: which kind it was made as. */
stretto_status stretto_animation_get_kind(stretto_animation *self, stretto_animation_kind *out_kind);
/* The key path, "" of a group. */
stretto_status stretto_animation_get_key_path(stretto_animation *self, stretto_bytes *out_text);
/* Kind of value that it takes: the kind of its key path, or numbers for its valueFunction; ANY for a group. */
stretto_status stretto_animation_get_value_kind(stretto_animation *self, stretto_value_kind *out_kind);
/* How many values a keyframe animation has. */
stretto_status stretto_animation_get_value_count(stretto_animation *self, uint32_t *out_count);
/* The value number `index` of a keyframe animation, made of numbers; form as in get_numbers. */
stretto_status stretto_animation_get_values(stretto_animation *self, uint32_t index, double *out_values, uint32_t capacity, uint32_t *out_count);
/* The value number `index` of a keyframe animation of paths: a copy. */
stretto_status stretto_animation_get_path_value(stretto_animation *self, uint32_t index, stretto_path **out_path);
/* The value number `index` of a keyframe animation of images. */
stretto_status stretto_animation_get_image_value(stretto_animation *self, uint32_t index, stretto_image **out_image);
/* The text number `index`. */
stretto_status stretto_animation_get_string_value(stretto_animation *self, uint32_t index, stretto_bytes *out_text);
/* How many animations a group has. */
stretto_status stretto_animation_get_animation_count(stretto_animation *self, uint32_t *out_count);
/* A copy of a group's animation number `index`, in the order given. */
stretto_status stretto_animation_get_animation(stretto_animation *self, uint32_t index, stretto_animation **out_animation);
/* Seconds until a spring stays within a thousandth of its end; infinite without damping. It is not its duration until
 * you set it: "duration" cuts a spring off. KEY_PATH for other kinds. */
stretto_status stretto_animation_get_settling_duration(stretto_animation *self, double *out_duration);

/* ---------------------------------------------------------------- emitter cells */

/* The recipe of a kind of particle (CAEmitterCell). A fresh one emits nothing: birthRate is 0. */
stretto_status stretto_cell_create(stretto_cell **out_cell);
/* Adds a reference. */
stretto_status stretto_cell_retain(stretto_cell *self);
/* Drops a reference. NULL does nothing. */
stretto_status stretto_cell_release(stretto_cell *self);
/* Sets a number, a boolean or an integer, or one component. */
stretto_status stretto_cell_set_number(stretto_cell *self, const char *key_path, double value);
/* Sets a value of several numbers. */
stretto_status stretto_cell_set_numbers(stretto_cell *self, const char *key_path, const double *values, uint32_t count);
/* Sets a colour. */
stretto_status stretto_cell_set_color(stretto_cell *self, const char *key_path, double red, double green, double blue, double alpha);
/* Sets a text or a name. */
stretto_status stretto_cell_set_string(stretto_cell *self, const char *key_path, const char *value);
/* Sets an image; NULL for none. */
stretto_status stretto_cell_set_image(stretto_cell *self, const char *key_path, stretto_image *value);
/* Removes a value that may be absent. */
stretto_status stretto_cell_set_none(stretto_cell *self, const char *key_path);
/* The number, boolean or integer that was set, or one component. */
stretto_status stretto_cell_get_number(stretto_cell *self, const char *key_path, double *out_value);
/* The numbers of a value; form as in stretto_layer_get_numbers. */
stretto_status stretto_cell_get_numbers(stretto_cell *self, const char *key_path, double *out_values, uint32_t capacity, uint32_t *out_count);
/* A text or a name. */
stretto_status stretto_cell_get_string(stretto_cell *self, const char *key_path, stretto_bytes *out_text);
/* The image; NULL for none. */
stretto_status stretto_cell_get_image(stretto_cell *self, const char *key_path, stretto_image **out_image);
/* Sets the cells that each of this cell's particles emits while it lives, from its place, with directions relative to its
 * flight. Shared, not copied. INVALID_ARGUMENT if a cell would lie in itself, or cells more than 8 deep. */
stretto_status stretto_cell_set_cells(stretto_cell *self, stretto_cell *const *cells, uint32_t count);
/* The number of cells in this one. */
stretto_status stretto_cell_get_cell_count(stretto_cell *self, uint32_t *out_count);
/* The cell at `index`, in order. INVALID_ARGUMENT past the end. */
stretto_status stretto_cell_get_cell(stretto_cell *self, uint32_t index, stretto_cell **out_cell);

/* ---------------------------------------------------------------- emitter behaviors */

/* A force on the particles of an emitter, or another effect on them while they live (CAEmitterBehavior). The types are "drag",
 * "wave", "attractor", "simpleAttractor", "alignToMotion", "valueOverLife", "colorOverLife" and "light", which is not drawn.
 * Inputs have Core Animation's names. An emitter reaches those of a behavior with a name as "emitterBehaviors.NAME.INPUT",
 * which can be animated. */
stretto_status stretto_behavior_create(const char *type, stretto_behavior **out_behavior);
/* Adds a reference. */
stretto_status stretto_behavior_retain(stretto_behavior *self);
/* Drops a reference. NULL does nothing. */
stretto_status stretto_behavior_release(stretto_behavior *self);
/* Sets a number, a boolean, or one component. KEY_PATH for an input that its type lacks. */
stretto_status stretto_behavior_set_number(stretto_behavior *self, const char *key_path, double value);
/* Sets a value of several numbers. */
stretto_status stretto_behavior_set_numbers(stretto_behavior *self, const char *key_path, const double *values, uint32_t count);
/* Sets a colour. */
stretto_status stretto_behavior_set_color(stretto_behavior *self, const char *key_path, double red, double green, double blue, double alpha);
/* Sets a text or a name. */
stretto_status stretto_behavior_set_string(stretto_behavior *self, const char *key_path, const char *value);
/* Removes a value that may be absent. */
stretto_status stretto_behavior_set_none(stretto_behavior *self, const char *key_path);
/* The number or boolean that was set, or one component. */
stretto_status stretto_behavior_get_number(stretto_behavior *self, const char *key_path, double *out_value);
/* The numbers of a value; form as in stretto_layer_get_numbers. */
stretto_status stretto_behavior_get_numbers(stretto_behavior *self, const char *key_path, double *out_values, uint32_t capacity, uint32_t *out_count);
/* A text or a name. */
stretto_status stretto_behavior_get_string(stretto_behavior *self, const char *key_path, stretto_bytes *out_text);
/* Its type; it never changes. */
stretto_status stretto_behavior_get_type(stretto_behavior *self, stretto_bytes *out_text);

/* ---------------------------------------------------------------- paths */

/* An empty path. */
stretto_status stretto_path_create(stretto_path **out_path);
/* Adds a reference. */
stretto_status stretto_path_retain(stretto_path *self);
/* Drops a reference. NULL does nothing. */
stretto_status stretto_path_release(stretto_path *self);
/* Begins a subpath at (x, y). */
stretto_status stretto_path_move_to(stretto_path *self, double x, double y);
/* A straight line to (x, y). In an empty path it starts at (0, 0). */
stretto_status stretto_path_line_to(stretto_path *self, double x, double y);
/* A quadratic curve with one control point. */
stretto_status stretto_path_quad_to(stretto_path *self, double cx, double cy, double x, double y);
/* A cubic curve with two control points. */
stretto_status stretto_path_curve_to(stretto_path *self, double c1x, double c1y, double c2x, double c2y, double x, double y);
/* A line back to where the subpath began. */
stretto_status stretto_path_close(stretto_path *self);
/* A rectangle, from (x, y) along +x first. Sizes may be negative. */
stretto_status stretto_path_add_rect(stretto_path *self, double x, double y, double width, double height);
/* The ellipse inside a rectangle, from (max x, mid y) towards +y. */
stretto_status stretto_path_add_ellipse(stretto_path *self, double x, double y, double width, double height);
/* A rectangle with round corners; the radii (at least 0) are clamped to half the sides. */
stretto_status stretto_path_add_rounded_rect(stretto_path *self, double x, double y, double width, double height, double radius_x, double radius_y);
/* A rectangle with continuous corners, the cornerCurve "continuous" of layers: the radius (at least 0) is clamped to half
 * the shorter side. */
stretto_status stretto_path_add_continuous_rect(stretto_path *self, double x, double y, double width, double height, double radius);
/* The outline in SVG's path notation ("M0 0L10 0..."). INVALID_ARGUMENT names the byte it stumbled over. */
stretto_status stretto_path_add_svg(stretto_path *self, const char *text);
/* Adds an arc of a circle between two angles in radians, from +x towards +y; an open subpath is first joined to its start
 * by a line. Each point is the centre plus radius (cos, sin), so that a radius below 0 starts on the other side. Clockwise,
 * as seen with y downwards, the arc runs to the first `end` after `start`, otherwise to the first before it. Angles a whole
 * turn apart, in either order, make the circle; further whole turns are drawn too, as Core Graphics does: from 0 to 4 pi
 * it goes round twice. LIMIT if the path would have more than 2^22 elements. */
stretto_status stretto_path_add_arc(stretto_path *self, double cx, double cy, double radius, double start, double end, bool is_clockwise);
/* Appends another path's subpaths, each point transformed; NULL for the identity. No perspective. LIMIT if there would be
 * more than 2^22 elements. */
stretto_status stretto_path_add_path(stretto_path *self, stretto_path *other, const stretto_transform *transform);
/* Adds the outline of a stroke along another path, to be filled by the non-zero rule
 * (CGPathCreateCopyByStrokingPath). A width of 0 covers nothing. `cap` is "butt", "round" or "square", `join` "miter",
 * "round" or "bevel", NULL the first; a miter longer than `miter_limit` widths becomes a bevel. Curves are made of lines,
 * off by at most a hundred-thousandth of the whole. LIMIT if there would be too many. */
stretto_status stretto_path_add_stroke(stretto_path *self, stretto_path *other, double width, const char *cap, const char *join, double miter_limit);
/* Segments of a string by Unicode's rules. */
typedef int32_t stretto_text_segment;
enum {
  STRETTO_SEGMENT_CHARACTER = 0, /* graphemes: what a text counts as its characters */
  STRETTO_SEGMENT_WORD = 1,      /* as a double click finds them: spaces and punctuation are words of their own */
  STRETTO_SEGMENT_UNBROKEN = 2   /* text between two places where a line may break */
};

/* The ends of a text's segments, in bytes of its UTF-8; form as in get_numbers. Needs no layer and no font. */
stretto_status stretto_text_get_segments(const char *text, stretto_text_segment by, int32_t *out_ends,
                                         uint32_t capacity, uint32_t *out_count);

/* Adds the outlines of a text, kerned, with its first baseline at (x, y); font_size is 0 to 1e6 points an em. A NULL font is
 * Stretto Sans. INVALID_ARGUMENT names the characters that neither the font nor Stretto Sans has an outline for. */
stretto_status stretto_path_add_text(stretto_path *self, const char *text, stretto_font *font, double font_size, double x, double y);
/* The smallest upright rectangle around the path: x, y, width, height; no numbers if it is empty. Form as in get_numbers. */
stretto_status stretto_path_get_bounds(stretto_path *self, double *out_values, uint32_t capacity, uint32_t *out_count);
/* The length of all lines and curves, in points; moves do not count. */
stretto_status stretto_path_get_length(stretto_path *self, double *out_length);
/* The point `distance` points along, clamped to 0...length, and the direction of travel there in radians from +x
 * towards +y (out_angle may be NULL). INVALID_ARGUMENT if nothing is drawn. */
stretto_status stretto_path_get_point_at(stretto_path *self, double distance, double *out_x, double *out_y, double *out_angle);
/* The elements of the path: a letter of M L Q C Z for each, and its numbers (2, 2, 4, 6 or 0) in `out_numbers`. Buffers
 * may be NULL to ask for the counts alone. */
stretto_status stretto_path_get_elements(stretto_path *self, char *out_letters, uint32_t letter_capacity, double *out_numbers, uint32_t number_capacity, uint32_t *out_letter_count, uint32_t *out_number_count);

/* ---------------------------------------------------------------- images */

typedef int32_t stretto_alpha;
enum {
  STRETTO_ALPHA_STRAIGHT = 0,     /* (255, 0, 0, 127) is half-transparent red */
  STRETTO_ALPHA_PREMULTIPLIED = 1 /* (127, 0, 0, 127) is */
};

/* An image from pixels, which are copied. Sides of 1 to 32768; bytes_per_row at least 4 * width. */
stretto_status stretto_image_create(const uint8_t *pixels, uint32_t width, uint32_t height, size_t bytes_per_row, stretto_alpha alpha, stretto_image **out_image);
/* An image from a PNG file. LOAD if there is none or it is broken; the text names the file. */
stretto_status stretto_image_open(const char *path, stretto_image **out_image);
/* An image from the bytes of a PNG file. */
stretto_status stretto_image_decode(const uint8_t *bytes, size_t size, stretto_image **out_image);
/* An image of a text, as large as its lines, on a transparent ground; `scale` pixels a point. Characters that the font lacks
 * come from the fonts that text layers fall back to. A NULL font is Stretto Sans. */
stretto_status stretto_image_create_text(const char *text, stretto_font *font, double font_size, double red, double green, double blue, double alpha, double scale, stretto_image **out_image);
/* Adds a reference. */
stretto_status stretto_image_retain(stretto_image *self);
/* Drops a reference. NULL does nothing. */
stretto_status stretto_image_release(stretto_image *self);
/* Width and height in pixels. */
stretto_status stretto_image_get_size(stretto_image *self, uint32_t *out_width, uint32_t *out_height);
/* Copies the pixels out, in either kind of alpha. `size` is that of the memory in bytes. */
stretto_status stretto_image_get_pixels(stretto_image *self, stretto_alpha alpha, uint8_t *out_pixels, size_t bytes_per_row, size_t size);

/* ---------------------------------------------------------------- fonts
 *
 * A font never changes. Where a function takes a font, NULL is Stretto Sans, which is inside the library (Latin, Greek,
 * Cyrillic; weight 100 to 900): text set in it has the same bytes on every machine. The machine's own fonts are read by
 * find, covering and create_emoji alone, and for emoji in texts.
 *
 * Glyphs bring their own colours by COLR (both versions, palette 0), CBDT or sbix; those of an SVG table are outlines. */

/* Stretto Sans. */
stretto_status stretto_font_create_default(stretto_font **out_font);
/* The emoji font of this machine, looked for once: the file of stretto_font_set_emoji_path, else NotoColorEmoji.ttf in the
 * usual folders. NULL if there is none. */
stretto_status stretto_font_create_emoji(stretto_font **out_font);
/* Sets the file that the emoji font is read from, if it is there. Call it before anything needs that font. Copied. */
stretto_status stretto_font_set_emoji_path(const char *path);
/* The font number `index` of a file (0 unless it is a collection): TrueType, CFF, CFF2, at most 256 MiB. LOAD if it is none,
 * has neither outlines nor pictures, or is compressed (WOFF); the text names the file. */
stretto_status stretto_font_open(const char *path, uint32_t index, stretto_font **out_font);
/* A font from the bytes of a file, which are copied; otherwise as stretto_font_open. */
stretto_status stretto_font_decode(const uint8_t *bytes, size_t size, uint32_t index, stretto_font **out_font);
/* The font of exactly this family (the typographic name, or the older one; case ignored) in the folders and those below
 * them, files in order of their paths: upright or italic, if the family has that, then the nearest weight by CSS's rule,
 * then the first. A font with an axis of weight is set to it. No folders: the usual ones. NULL if there is none. */
stretto_status stretto_font_find(const char *family, double weight, bool is_italic, const char *const *folders, uint32_t folder_count, stretto_font **out_font);
/* The fonts of the folders that have a glyph for every character of a text, in order of their paths, each with a reference;
 * form as in get_numbers. */
stretto_status stretto_font_find_covering(const char *text, const char *const *folders, uint32_t folder_count, stretto_font **out_fonts, uint32_t capacity, uint32_t *out_count);
/* Adds a reference. */
stretto_status stretto_font_retain(stretto_font *self);
/* Drops a reference. NULL does nothing. */
stretto_status stretto_font_release(stretto_font *self);
/* The font with other places on its axes ("wght", ...); those not named stay. INVALID_ARGUMENT, with the axes and their ranges,
 * for an axis that it lacks or a value outside the axis' range. */
stretto_status stretto_font_vary(stretto_font *self, const char *const *axes, const double *values, uint32_t count, stretto_font **out_font);

typedef int32_t stretto_font_string;
enum {
  STRETTO_FONT_FAMILY = 0,  /* typographic, in English if the font has that */
  STRETTO_FONT_STYLE = 1,   /* "Regular" */
  STRETTO_FONT_LICENSE = 2, /* the font's own text about its licence */
  STRETTO_FONT_PATH = 3,    /* the file; empty if it came as bytes */
  STRETTO_FONT_DIGEST = 4   /* the SHA-256 of its file, 64 hexadecimal digits */
};

/* A text about the font. */
stretto_status stretto_font_get_string(stretto_font *self, stretto_font_string which, stretto_bytes *out_text);
/* The heights above and below the baseline, and the gap between lines, as parts of the font's size. */
stretto_status stretto_font_get_metrics(stretto_font *self, double *out_ascent, double *out_descent, double *out_line_gap);

/* An axis of variation of a font. */
typedef struct stretto_font_axis {
  uint32_t struct_size; /* sizeof(stretto_font_axis) */
  char tag[8];          /* "wght", ended by NUL */
  double minimum;
  double default_value;
  double maximum;
  double value; /* this font's place on the axis */
} stretto_font_axis;

/* The font's axes, in its order; form as in get_numbers. */
stretto_status stretto_font_get_axes(stretto_font *self, stretto_font_axis *out_axes, uint32_t capacity, uint32_t *out_count);
/* The characters (graphemes) of a text that the font lacks, each once, in the text's order, with a line feed after each. */
stretto_status stretto_font_get_missing(stretto_font *self, const char *text, stretto_bytes *out_text);
/* The bytes of the font's file. */
stretto_status stretto_font_get_data(stretto_font *self, stretto_bytes *out_bytes);
/* The number of this font in its file, from 0; above 0 in collections only. */
stretto_status stretto_font_get_index(stretto_font *self, uint32_t *out_index);

/* Pixels as the bytes of a PNG file, 8-bit RGBA marked as sRGB. `level` is from 0 (stored) to 9 (smallest); 2 is what
 * stretto_scene_write_png takes. `threads` is how many to work with, 0 for one a processor. The bytes depend on the
 * pixels and the level alone. LIMIT above 32768 a side or 2^28 pixels. */
stretto_status stretto_png_encode(const uint8_t *pixels, uint32_t width, uint32_t height, size_t bytes_per_row, stretto_alpha alpha, uint32_t level, uint32_t threads, stretto_bytes *out_bytes);

/* ---------------------------------------------------------------- scenes */

/* A scene of `width` x `height` points, with an empty root layer and no background (transparent). Sides above 0. */
stretto_status stretto_scene_create(double width, double height, stretto_scene **out_scene);
/* Adds a reference. */
stretto_status stretto_scene_retain(stretto_scene *self);
/* Drops a reference. NULL does nothing. */
stretto_status stretto_scene_release(stretto_scene *self);
/* The layer at the top, with the scene's size. Borrowed: it is the scene's; releasing it is refused. NULL if `self`
 * is not a scene. */
stretto_layer *stretto_scene_root(stretto_scene *self);
/* Width and height in points. */
stretto_status stretto_scene_get_size(stretto_scene *self, double *out_width, double *out_height);
/* The colour behind the root. (0, 0, 0, 0) is transparent. */
stretto_status stretto_scene_set_background(stretto_scene *self, double red, double green, double blue, double alpha);
/* The colour behind the root: writes 4 numbers. */
stretto_status stretto_scene_get_background(stretto_scene *self, double *out_rgba);
/* Sets the font from which the scene's texts take emoji; NULL is the library's choice (stretto_font_create_emoji). */
stretto_status stretto_scene_set_emoji_font(stretto_scene *self, stretto_font *font);
/* The emoji font that was set; NULL for the library's choice. */
stretto_status stretto_scene_get_emoji_font(stretto_scene *self, stretto_font **out_font);
/* The size of a frame in pixels: round(points * scale), at least 1. LIMIT above 32768 a side or 2^28 pixels. */
stretto_status stretto_scene_get_pixel_size(stretto_scene *self, double scale, uint32_t *out_width, uint32_t *out_height);

/* Options of a frame. Set them up with stretto_render_options_init. */
typedef struct stretto_render_options {
  uint32_t struct_size;
  stretto_alpha alpha; /* straight */
  double scale;        /* 1 pixel a point; above 0 */
  uint32_t threads;    /* 0: as many as the machine has processors. The bytes do not depend on it */
  uint32_t timeout_ms; /* milliseconds after which the call ends with CANCELLED; 0: none. See also stretto_limits_set */
} stretto_render_options;

/* Fills in the defaults. */
void stretto_render_options_init(stretto_render_options *self);

/* Draws the frame at `time` with straight alpha. `size` is that of the memory in bytes; rows start
 * bytes_per_row apart, at least 4 * width in pixels. LIMIT if the scene has more than 2^22 copies. */
stretto_status stretto_scene_render(stretto_scene *self, double time, double scale, uint8_t *out_pixels, size_t bytes_per_row, size_t size);
/* Draws a frame with options; NULL gives the defaults. */
stretto_status stretto_scene_render_with(stretto_scene *self, double time, const stretto_render_options *options, uint8_t *out_pixels, size_t bytes_per_row, size_t size);
/* Takes frame `index` of stretto_scene_render_frames: its pixels stay until this returns. True goes on to the next frame; false
 * ends the call with CANCELLED. It may call the library, but must not wait for a thread that changes the scene. */
typedef bool (*stretto_take_frame)(void *context, uint32_t index, const uint8_t *pixels, size_t bytes_per_row);
/* Draws the frames at `count` times with the same options and hands each to `take`, in order, on the calling thread. Each of
 * options.threads threads draws frames of its own: many small frames take less time so than one after another. The bytes are
 * those of stretto_scene_render_with. Up to two frames a thread wait to be taken, of 2^28 bytes together (one may be
 * larger). options.timeout_ms, stretto_limits_set and stretto_scene_cancel count for the call as a whole; frames that were
 * taken before it ended are complete. A scene that is changed meanwhile is drawn as it is when a frame begins. Errors as
 * for stretto_scene_render_with, of the earliest frame that cannot be drawn. */
stretto_status stretto_scene_render_frames(stretto_scene *self, const double *times, uint32_t count, const stretto_render_options *options, stretto_take_frame take, void *context);
/* Cancels the frames and questions of this scene that other threads are working on, without waiting for them to end.
 * Later calls are not affected. */
stretto_status stretto_scene_cancel(stretto_scene *self);
/* Draws the frame and writes it as a PNG file. WRITE if that cannot be done; the text names the file. */
stretto_status stretto_scene_write_png(stretto_scene *self, double time, double scale, const char *path);
/* Writes the frame as an SVG file of the scene's size in points: text as outlines, gradients, masks, opacity, blend modes by
 * CSS's names, and, if `has_filters` is true, blurs, shadows and colour matrices as SVG's filters. Effects that SVG lacks are
 * embedded pictures, drawn with options.scale pixels a point by options.threads: cones, perspective of what has several
 * colours, filtered backdrops, additive particles, Porter and Duff's operators. options.alpha does not count; NULL gives the
 * defaults. LIMIT above 2^20 shapes (copies counted one by one), 2^28 bytes, 2^26 pixels of pictures or 2^10 pictures
 * that are drawn. WRITE as above. */
stretto_status stretto_scene_write_svg(stretto_scene *self, double time, const stretto_render_options *options, bool has_filters, const char *path);
/* The frame as an SVG file in memory. */
stretto_status stretto_scene_encode_svg(stretto_scene *self, double time, const stretto_render_options *options, bool has_filters, stretto_bytes *out_bytes);

/* What is done with a layer that a moving vector format has no word for. */
typedef int32_t stretto_fallback;
enum {
  STRETTO_FALLBACK_ERROR = 0, /* the call gives INVALID_ARGUMENT; the text names the layer and the property */
  STRETTO_FALLBACK_IMAGE = 1  /* the layer with its sublayers is written as pictures */
};

/* Options of a file of vectors that moves. Set them up with stretto_vector_options_init. */
typedef struct stretto_vector_options {
  uint32_t struct_size;
  stretto_fallback fallback; /* STRETTO_FALLBACK_ERROR */
  double start;              /* the scene's time at which the file begins; NAN: the time from which it is periodic */
  double duration;           /* seconds; NAN: the scene's loop, or until a scene that ends stands still */
  double tolerance;          /* points by which something may be drawn off its place; 0.1, above 0 */
  double frame_rate;         /* frames a second of Lottie, and of pictures that stand for layers; 60, 1...240 */
  double scale;              /* pixels a point of those pictures; 2, above 0 */
} stretto_vector_options;

/* Fills in the defaults. */
void stretto_vector_options_init(stretto_vector_options *self);
/* Writes the scene as an SVG file that moves by CSS and SMIL, for ever: no script, nothing from outside, text as outlines,
 * and a rule that pauses it for those who want less motion. Its title is the name of the scene's root. NULL gives the
 * default options. INVALID_ARGUMENT for a layer that SVG has no word for, unless `fallback` says otherwise, and for a scene
 * that never repeats, unless `duration` is given. LIMIT above 20000 elements, 2000 particles of an emitter, 400000 keyframes
 * or 2^26 pixels of pictures. WRITE as for stretto_scene_write_png. */
stretto_status stretto_scene_write_animated_svg(stretto_scene *self, const stretto_vector_options *options, const char *path);
/* The same file in memory. */
stretto_status stretto_scene_encode_animated_svg(stretto_scene *self, const stretto_vector_options *options, stretto_bytes *out_bytes);
/* Writes the scene as a Lottie animation (JSON), which players repeat as a whole. Options and errors as above. */
stretto_status stretto_scene_write_lottie(stretto_scene *self, const stretto_vector_options *options, const char *path);
/* The same file in memory. */
stretto_status stretto_scene_encode_lottie(stretto_scene *self, const stretto_vector_options *options, stretto_bytes *out_bytes);

/* One appearance of a layer. */
typedef struct stretto_instance {
  uint32_t struct_size; /* sizeof(stretto_instance) */
  double local_time;    /* the layer's own time, in seconds */
  double transform[16]; /* from the layer's bounds to the scene, flattened into its plane */
  double color[4];      /* the product of the replicators' colours around it; straight, 0...1 */
  uint32_t index_count;
  int32_t index[32]; /* of the copy, outermost replicator first */
} stretto_instance;

/* Every appearance of `layer` at `time`, in the order of the tree; none where it or a layer around it is hidden.
 * Writes at most `capacity` and tells how many there are. INVALID_ARGUMENT if the layer is not in the scene. */
stretto_status stretto_scene_get_instances(stretto_scene *self, stretto_layer *layer, double time, stretto_instance *out_instances, uint32_t capacity, uint32_t *out_count);

/* The lead of each appearance over the first, in the layer's own seconds, in the order of stretto_scene_get_instances. If
 * everything in the layer repeats with one period, whole periods do not count. Appearances with equal offsets are in
 * phase. Form as in get_numbers. */
stretto_status stretto_scene_get_phase_offsets(stretto_scene *self, stretto_layer *layer, double time, double *out_offsets, uint32_t capacity, uint32_t *out_count);

/* The layer and copy that are painted at a point. */
typedef struct stretto_hit {
  uint32_t struct_size; /* sizeof(stretto_hit) */
  uint32_t index_count;
  stretto_layer *layer; /* one reference, to be released; NULL if nothing is painted there */
  double x, y;          /* the point in the layer's own coordinates */
  int32_t index[32];    /* of the copy, outermost replicator first */
  int32_t character;    /* of a text, where the layer is its glyph layer; -1 elsewhere */
  uint32_t portal_index_count;
  stretto_layer *portal;    /* the portal or proxy that shows the layer: one reference, to be released; NULL for a layer at home */
  int32_t portal_index[32]; /* of the copy of the portal, outermost replicator first */
} stretto_hit;

/* The topmost appearance at each of `count` points (x, y), of any copy, by what a layer itself paints there: background,
 * contents, fill, stroke, border or particles, where masks and clips let it through. The scene is read once. Writes one hit
 * a point. As `portal` and `portal_instance` of a stretto_appearance, the portal of a hit converts the hit's point back to
 * the scene; if portals are seen through portals, it is the innermost. INVALID_ARGUMENT for a number that is not finite;
 * nothing is written then. */
stretto_status stretto_scene_hit_test(stretto_scene *self, const double *points, uint32_t count, double time, stretto_hit *out_hits);

typedef int32_t stretto_loop_kind;
enum {
  STRETTO_LOOP_REPEATS = 0,    /* for ever, with a period */
  STRETTO_LOOP_ENDS = 1,       /* and then stands still */
  STRETTO_LOOP_CUMULATIVE = 2, /* goes on from repetition to repetition: never the same again */
  STRETTO_LOOP_EMITTER = 3     /* random particles: never the same again */
};

/* The part of one animation, layer or emitter in the repetition of a scene. */
typedef struct stretto_loop_entry {
  uint32_t struct_size; /* sizeof(stretto_loop_entry) */
  stretto_loop_kind kind;
  stretto_layer *layer;   /* one reference, to be released */
  double period;          /* seconds of the scene; infinite for what never repeats, 0 for what ends */
  stretto_bytes key_path; /* of the animation, to be released; "" for a group, a layer's own timing or an emitter */
} stretto_loop_entry;

/* The seconds of the shortest clip that repeats without a seam: 0 if the scene stands still, NaN if something never
 * repeats; out_steady_from is the time from which that holds. The entries say why; form as in get_numbers. */
stretto_status stretto_scene_get_loop_report(stretto_scene *self, double *out_duration, double *out_steady_from, stretto_loop_entry *out_entries, uint32_t capacity, uint32_t *out_count);

typedef int32_t stretto_diagnostic_code;
enum {
  STRETTO_DIAGNOSTIC_REMOVED_TOO_SOON = 1,       /* an animation that is removed on completion is gone for late copies too soon */
  STRETTO_DIAGNOSTIC_BLACK_SOURCE = 2,           /* colour offsets multiply, and over black show nothing */
  STRETTO_DIAGNOSTIC_PIVOT_AT_CORNER = 3,        /* a replicator of no size turns or scales about its corner */
  STRETTO_DIAGNOSTIC_DELAY_BEYOND_CLIP = 4,      /* the last copy begins after the clip is over */
  STRETTO_DIAGNOSTIC_MATRIX_STEPS = 5,           /* a matrix with parallel axes cannot be blended: it switches at half the way */
  STRETTO_DIAGNOSTIC_NO_SIZE = 6,                /* the bounds have no area: what is painted in them, clipped to them or shown of them by proxies, is not seen */
  STRETTO_DIAGNOSTIC_NOTHING_TO_PAINT = 7,       /* a layer shows no other one and paints nothing; the key path names what it lacks */
  STRETTO_DIAGNOSTIC_OUTSIDE = 8,                /* a layer stands still where the scene does not reach */
  STRETTO_DIAGNOSTIC_EMPTY_CELL = 9,             /* a cell of an emitter shows no particle; the key path names what it lacks */
  STRETTO_DIAGNOSTIC_SPRING_CUT_OFF = 10,        /* a spring ends or begins anew while it still moves: its duration is not half its settling duration */
  STRETTO_DIAGNOSTIC_MISSING_GLYPH = 11,         /* no font has some characters of a text, which key_path names: boxes stand for them */
  STRETTO_DIAGNOSTIC_COLOR_GLYPH_NOT_DRAWN = 12, /* a font has characters, which key_path names, in colours that are not drawn as it says: SVG, or COLR that is broken or beyond its limits */
  STRETTO_DIAGNOSTIC_ARRAY_TOO_SHORT = 13,       /* a text, or a replicator without a rule, has more copies than the array key_path; the others follow the rule */
  STRETTO_DIAGNOSTIC_SOURCE_OWN_MOTION = 14,     /* key_path of a source is animated, which does not count in the proxies or portals that alone show it */
  STRETTO_DIAGNOSTIC_SUBLAYER_NOT_SHOWN = 15,    /* a layer in a view replicator that is no proxy, or in a proxy: neither shows it */
  STRETTO_DIAGNOSTIC_GROUP_CUTS_OFF = 16,        /* a group ends before its member key_path has played once */
  STRETTO_DIAGNOSTIC_SNAPS_BACK = 17,            /* an animation ends on a value that the layer does not have, and is removed; one that does not ask to be held, within the clip */
  STRETTO_DIAGNOSTIC_NO_VALUES = 18,             /* an animation of key_path has no values, and changes nothing */
  STRETTO_DIAGNOSTIC_DELAY_WITHOUT_MOTION = 19,  /* key_path of a text or replicator itself is animated, and its copies are delayed, in which nothing moves */
  STRETTO_DIAGNOSTIC_HIDDEN_MOTION = 20,         /* key_path of a hidden layer is animated, and nothing shows it */
  STRETTO_DIAGNOSTIC_DEGREES = 21,               /* the angles of key_path are whole multiples of 15 and above 2 pi: degrees, where radians are meant */
  STRETTO_DIAGNOSTIC_MOSTLY_OUTSIDE = 22,        /* a layer stands still with its middle at (0, 0), and three quarters of it are not in the scene */
  STRETTO_DIAGNOSTIC_COLOR_OF_BACKGROUND = 23,   /* a text has the colour of the scene's background, and lies upon nothing else */
  STRETTO_DIAGNOSTIC_NO_SUCH_COPY = 24,          /* key_path was given to copies by more indices than there are replicators around the layer */
  STRETTO_DIAGNOSTIC_STROKE_WITHOUT_COLOR = 25,  /* key_path of a shape or glyph is about its line, which has no colour */
  STRETTO_DIAGNOSTIC_OFFSET_WITHOUT_EFFECT = 26, /* the offset key_path adds to a component that is 1, or takes from one that is 0 */
  STRETTO_DIAGNOSTIC_NOT_A_FRACTION = 27,        /* key_path is a fraction, and is above 4: pixels or percent */
  STRETTO_DIAGNOSTIC_IGNORED_PROPERTY = 28,      /* key_path of a transform layer, or of a replicator that preserves depth, which have none */
  STRETTO_DIAGNOSTIC_ANIMATION_REPLACED = 29,    /* one animation of key_path takes the place of another for as long as that lasts */
  STRETTO_DIAGNOSTIC_KEYFRAMES_DO_NOT_FIT = 30,  /* key times or timing functions of key_path are more or fewer than its values take, or do not run from 0 to 1 */
  STRETTO_DIAGNOSTIC_GRADIENT_THROUGH_GREY = 31, /* a stop of alpha 0 has another colour than a neighbour that is seen */
  STRETTO_DIAGNOSTIC_PATH_STEPS = 32,            /* two paths of an animation of key_path have other elements than each other: it switches at half the way */
  STRETTO_DIAGNOSTIC_NO_SUCH_PART = 33,          /* key_path is animated, and leads into a cell, a filter or a sublayer that the layer does not have */
  STRETTO_DIAGNOSTIC_LIGHT_NOT_DRAWN = 34        /* an emitter behavior of the type light, which is not drawn */
};

/* A diagnostic: something in a scene that may not do what its maker expects. */
typedef struct stretto_diagnostic {
  uint32_t struct_size; /* sizeof(stretto_diagnostic) */
  stretto_diagnostic_code code;
  stretto_layer *layer;   /* one reference, to be released */
  stretto_bytes key_path; /* of the property, to be released; "" for the layer as a whole */
} stretto_diagnostic;

/* The diagnostics of a scene. `clip_s` is the length of the clip in mind, INFINITY for none.
 * Form as in get_numbers. */
stretto_status stretto_scene_diagnose(stretto_scene *self, double clip_s, stretto_diagnostic *out_diagnostics, uint32_t capacity, uint32_t *out_count);

/* The phases of an animation by its timing. The layers around it count as if they ran on evenly. */
typedef struct stretto_phases {
  uint32_t struct_size; /* sizeof(stretto_phases) */
  stretto_layer *layer; /* one reference, to be released; NULL if an animation was asked */
  double begin, end;    /* seconds; an end is infinite if it goes on for ever */
  double cycle;         /* seconds of one way; with autoreverse the way back takes as long again */
  double change;        /* the scene's time of the change of state that plays it; NaN for what a layer has for good */
  uint32_t depth;       /* number of groups around it */
  bool autoreverses;
  bool fills_before, fills_after; /* whether its first value shows before it begins, its last after it ended */
  stretto_bytes key;              /* that the layer has it under, to be released; "" if an animation was asked */
  stretto_bytes key_path;         /* to be released; "" for a group */
} stretto_phases;

/* The phases of an animation, then of those inside it, in the time of the layer that would get it: each is cut off
 * where the first cycle of its group ends. Form as in get_numbers. */
stretto_status stretto_animation_get_phases(stretto_animation *self, stretto_phases *out_phases, uint32_t capacity, uint32_t *out_count);
/* The phases of all animations of a scene in its own time, copies not told apart; then of those that its changes of
 * state play. Form as in get_numbers. */
stretto_status stretto_scene_get_phases(stretto_scene *self, stretto_phases *out_phases, uint32_t capacity, uint32_t *out_count);

/* A plain layer, in no tree, that shows the same as a view replicator with public features of Core Animation alone: a copy
 * of its source in two nested replicators, which look ahead by a window of 16,777,216 s for each proxy and wind the
 * source's clock back. It may stand in the view replicator's place from its time 0 to the end of the first window. Values
 * for single copies, animated bounds and zPosition of proxies and source, and properties of proxies that differ and cannot be
 * animated are not in it; where some proxy has a mask, additive particles and blend modes see nothing behind their proxy.
 * INVALID_ARGUMENT for a layer of another kind. */
stretto_status stretto_layer_get_construction(stretto_layer *self, stretto_layer **out_layer);

/* A view replicator's construction as Swift source for UIKit and Core Animation, without private API: a function
 * that takes the source and returns a layer. INVALID_ARGUMENT names what cannot be written:
 * proxies with animations, masks or a speed of their own. */
stretto_status stretto_layer_export_source(stretto_layer *self, stretto_bytes *out_text);
/* A scene as Swift source for UIKit and Core Animation, without private API: a function that makes its layers. View
 * replicators are built as above; anything else that Core Animation has no public word for is named in a comment where it
 * would stand. Pictures are taken by names, "picture 1" and on, from the assets of the app.
 * LIMIT for more than 64 MiB of source. */
stretto_status stretto_scene_export_source(stretto_scene *self, stretto_bytes *out_text);

/* ---------------------------------------------------------------- documents
 *
 * A scene can be saved, compared, sent and opened as CAML, Core Animation's own format. Properties that Core Animation
 * lacks are in elements and attributes of a namespace of our own, which it ignores. Parts of a document that the library
 * does not know are kept, written back, and reported as warnings. */

/* Opens a document: a `.ca` folder or a lone `.caml` file. Images must be PNG files in the folder; others, and missing
 * ones, give a warning. So does a font that is given by name alone: Stretto Sans takes its
 * place (stretto_scene_decode looks for it in folders). Python's Scene.open also reads zip archives, packages of several
 * planes, and other kinds of images.
 *
 * The scene has the size of the document's root, and its y grows upwards, as documents have it. STRETTO_ERROR_LOAD
 * for a file that cannot be read, STRETTO_ERROR_DOCUMENT for a file that is no CAML or is too large. */
stretto_status stretto_scene_open(const char *path, stretto_scene **out_scene);
/* Writes a document: one file with the images and fonts in it if `path` ends in ".caml", else a folder with index.xml,
 * main.caml and assets/. An existing document is replaced. */
stretto_status stretto_scene_save(stretto_scene *self, const char *path);

/* The document in one piece, with its images and fonts.
 * Equal scenes give equal bytes on every machine. */
stretto_status stretto_scene_encode(stretto_scene *self, stretto_bytes *out_bytes);
/* The SHA-256 of the scene's document, 64 hexadecimal digits. */
stretto_status stretto_scene_get_digest(stretto_scene *self, stretto_bytes *out_text);

/* Gives the image of a document that is named by a path relative to it, with a reference that is taken over, or
 * NULL. The path of an image in the document itself that is no PNG is its whole "data:" address. It may call functions
 * for images alone. */
typedef stretto_image *(*stretto_load_image)(void *context, const char *path);
/* Gives the font in the file at a path relative to the document, whichever of a collection's, with a reference that the library
 * releases, or NULL if there is none. */
typedef stretto_font *(*stretto_load_font)(void *context, const char *path);
/* Images, fonts and settings that a document needs beside its own bytes. */
typedef struct stretto_document_source {
  uint32_t struct_size;            /* sizeof(stretto_document_source) */
  bool geometry_flipped;           /* true if the bundle's index says geometryFlipped: y grows downwards if just one of it and the root does */
  const char *name;                /* for messages; NULL for "document" */
  stretto_load_image load;         /* NULL loads no images */
  void *context;                   /* first argument of `load` and `load_font` */
  const uint8_t *index;            /* the bundle's index.xml, or NULL; then its geometryFlipped counts too */
  size_t index_size;               /* bytes; keys without an effect are kept */
  stretto_load_font load_font;     /* NULL loads no fonts */
  const char *const *font_folders; /* folders in which fonts are looked for that the document has by name alone */
  uint32_t font_folder_count;      /* 0: nowhere; such fonts are Stretto Sans, with a warning */
} stretto_document_source;

/* Opens a document in memory, such as stretto_scene_encode gives, with the files beside it; `source` is NULL if there are none. */
stretto_status stretto_scene_decode(const uint8_t *bytes, size_t size,
                                    const stretto_document_source *source, stretto_scene **out_scene);
/* Lays a document's tree over what the scene shows, in the middle and as large as fits, with its aspect kept; its states
 * join those of the same names. */
stretto_status stretto_scene_add_document(stretto_scene *self, const uint8_t *bytes, size_t size,
                                          const stretto_document_source *source);

/* The number of warnings about parts of the document that were not understood, in its order: "document:line: a sentence". */
stretto_status stretto_scene_get_warning_count(stretto_scene *self, uint32_t *out_count);
/* The warning at `index`, from 0. */
stretto_status stretto_scene_get_warning(stretto_scene *self, uint32_t index, stretto_bytes *out_text);

/* A layer and all below it as a document, as stretto_scene_encode gives for a scene. */
stretto_status stretto_layer_encode(stretto_layer *self, stretto_bytes *out_bytes);
/* A layer from a document that stretto_layer_encode gave. It is in no tree. */
stretto_status stretto_layer_decode(const uint8_t *bytes, size_t size, stretto_layer **out_layer);
/* Copies a scene with its tree; images and fonts are shared. */
stretto_status stretto_scene_copy(stretto_scene *self, stretto_scene **out_scene);
/* Copies a layer with all below it; images and fonts are shared. The copy is in no tree. */
stretto_status stretto_layer_copy(stretto_layer *self, stretto_layer **out_layer);

/* ---------------------------------------------------------------- states
 *
 * A state is a name and values that some layers have while the scene is in it. The scene is in its base state, the
 * tree as it stands, whose name is "", until the first change on its list. A change from S to T at a time takes
 * the values of S and of what it is based on away and sets those of T, and plays the transition from S to T, or
 * else those from each state left to "*" and from "*" to each one entered. An animation of a transition that names
 * no ends goes from what was on screen to what will be there. A frame stays a function of tree and time. */

/* A layer below the root of a document may have states of its own. Such a layer goes to its state of the name when the
 * scene is set to that name, and stays where it is if it has none; it can be set alone too. */

/* The number of states. */
stretto_status stretto_scene_get_state_count(stretto_scene *self, uint32_t *out_count);
/* The name of the state at `index`, in the order of the document: the states of the scene, then those that layers alone have. */
stretto_status stretto_scene_get_state_name(stretto_scene *self, uint32_t index, stretto_bytes *out_text);
/* The name of the state at a time, in seconds of the scene. */
stretto_status stretto_scene_get_state(stretto_scene *self, double time, stretto_bytes *out_text);
/* The name of the state that a layer with states of its own is in; a layer without them is refused. */
stretto_status stretto_scene_get_layer_state(stretto_scene *self, stretto_layer *layer, double time, stretto_bytes *out_text);
/* From `time` on, the scene is in the state `name`, "" for the base state; at most 4096 changes. */
stretto_status stretto_scene_set_state(stretto_scene *self, const char *name, double time);
/* Sets the state of one layer that has states of its own, and of no other. */
stretto_status stretto_scene_set_layer_state(stretto_scene *self, stretto_layer *layer, const char *name,
                                             double time);
/* The times of the changes, ascending; form as in get_numbers. */
stretto_status stretto_scene_get_changes(stretto_scene *self, double *out_times, uint32_t capacity, uint32_t *out_count);
/* Removes all changes of state; the states stay. */
stretto_status stretto_scene_clear_states(stretto_scene *self);

/* Makes a state without values, based on another, or on the base state for NULL. */
stretto_status stretto_scene_add_state(stretto_scene *self, const char *name, const char *based_on);
/* Removes a state, with its transitions and the changes to it; states based on it are then based on its base. */
stretto_status stretto_scene_remove_state(stretto_scene *self, const char *name);
/* A layer in a state. The values stay when the handle is released. */
stretto_status stretto_scene_get_layer_in_state(stretto_scene *self, const char *name, stretto_layer *layer, stretto_layer_state **out_state);
/* Sets the transition from a state to another, "*" for any: `count` animations, each on a layer and under a key.
 * They begin when the change does, and their own begin counts from there. None plays nothing. */
stretto_status stretto_scene_set_transition(stretto_scene *self, const char *from, const char *to,
                                            stretto_layer *const *layers,
                                            stretto_animation *const *animations, const char *const *keys,
                                            uint32_t count);

/* A layer in a state can have values of its own for every property but "frame", layers and timing other than "speed" and
 * "autoreverses". A getter gives the value that was set in the state, or else the layer's. */

/* Adds a reference. */
stretto_status stretto_layer_state_retain(stretto_layer_state *self);
/* Drops a reference. NULL does nothing. */
stretto_status stretto_layer_state_release(stretto_layer_state *self);
/* Sets a number, a boolean or an integer, or one component. */
stretto_status stretto_layer_state_set_number(stretto_layer_state *self, const char *key_path, double value);
/* Sets a value of several numbers. */
stretto_status stretto_layer_state_set_numbers(stretto_layer_state *self, const char *key_path, const double *values, uint32_t count);
/* Sets a colour. */
stretto_status stretto_layer_state_set_color(stretto_layer_state *self, const char *key_path, double red, double green, double blue, double alpha);
/* Sets a text, a name or names. */
stretto_status stretto_layer_state_set_string(stretto_layer_state *self, const char *key_path, const char *value);
/* Sets a path (copied); NULL for none. */
stretto_status stretto_layer_state_set_path(stretto_layer_state *self, const char *key_path, stretto_path *value);
/* Sets an image; NULL for none. */
stretto_status stretto_layer_state_set_image(stretto_layer_state *self, const char *key_path, stretto_image *value);
/* Sets a font; NULL for none. */
stretto_status stretto_layer_state_set_font(stretto_layer_state *self, const char *key_path, stretto_font *value);
/* Sets a list of fonts. */
stretto_status stretto_layer_state_set_fonts(stretto_layer_state *self, const char *key_path, stretto_font *const *values, uint32_t count);
/* Removes a value that may be absent. */
stretto_status stretto_layer_state_set_none(stretto_layer_state *self, const char *key_path);
/* The number, boolean or integer, or one component. */
stretto_status stretto_layer_state_get_number(stretto_layer_state *self, const char *key_path, double *out_value);
/* The numbers of a value; form as in stretto_layer_get_numbers. */
stretto_status stretto_layer_state_get_numbers(stretto_layer_state *self, const char *key_path, double *out_values, uint32_t capacity, uint32_t *out_count);
/* A text, a name or names. */
stretto_status stretto_layer_state_get_string(stretto_layer_state *self, const char *key_path, stretto_bytes *out_text);
/* A copy of the path; NULL for none. */
stretto_status stretto_layer_state_get_path(stretto_layer_state *self, const char *key_path, stretto_path **out_path);
/* The image; NULL for none. */
stretto_status stretto_layer_state_get_image(stretto_layer_state *self, const char *key_path, stretto_image **out_image);
/* The font; NULL for none. */
stretto_status stretto_layer_state_get_font(stretto_layer_state *self, const char *key_path, stretto_font **out_font);

/* ---------------------------------------------------------------- stagger */

typedef int32_t stretto_stagger_origin;
enum {
  STRETTO_STAGGER_FIRST = 0,
  STRETTO_STAGGER_CENTER = 1,
  STRETTO_STAGGER_LAST = 2,
  STRETTO_STAGGER_EDGES = 3,
  STRETTO_STAGGER_RANDOM = 4, /* shuffled by `seed` */
  STRETTO_STAGGER_INDEX = 5,  /* from the copy number `x` */
  STRETTO_STAGGER_PLACE = 6   /* from the place (x, y) in the grid, in fractions of it */
};

/* The spread of delays over copies. Set it up with stretto_stagger_init. */
typedef struct stretto_stagger {
  uint32_t struct_size;
  stretto_stagger_origin origin;
  double seconds; /* for each step of distance from the origin, or in all */
  bool is_total;  /* true: `seconds` is the delay of the furthest copy */
  uint32_t seed;
  double x, y;
  double ease[4];   /* control points; the default is linear */
  uint32_t columns; /* 0: no grid, the copies stand in a row */
  uint32_t rows;
  int32_t axis; /* 0: distances in the plane; 1: along x only; 2: along y only */
  uint32_t reserved;
} stretto_stagger;

/* Fills in the defaults: from the first, 0 seconds. */
void stretto_stagger_init(stretto_stagger *self);
/* One delay in seconds for each of `count` copies, for "instanceDelays". At most 2^22. */
stretto_status stretto_stagger_get_delays(const stretto_stagger *self, uint32_t count, double *out_delays);

#ifdef __cplusplus
}
#endif

#endif
