/*
 * Stretto draws animated layers without a display, and repeats one animation as many copies, each with its own position, colour
 * and time offset.
 *
 * A scene is a tree of layers with animations. A frame is a pure function of the tree and a time in seconds. You can draw the
 * frames of a scene in any order and on any thread, and equal times always give equal bytes. The model, its terms and its
 * property names come from Core Animation.
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
 * Errors. A function that can fail returns a stretto_status: STRETTO_OK (0), or an error code whose number never changes. A
 * call that fails changes nothing. After a failed call, stretto_error_message() returns a sentence that says what was given and
 * what is allowed. Invalid arguments cannot crash the process. Handles are looked up in a table and never dereferenced, so that
 * a handle that is NULL, released or of another type returns STRETTO_ERROR_INVALID_HANDLE. Only pointers to your own memory
 * (arrays, pixels and strings) are trusted, and the memory must be as large as the counts and sizes say.
 *
 * Ownership. A `..._create` function, and every other function with an `out_` handle, gives you one reference to the object.
 * Release each reference once, in any order. The only borrowed handle comes from stretto_scene_root. A tree keeps its layers
 * alive. Releasing NULL does nothing. A layer copies the paths and animations that you give it. Images are immutable and
 * shared.
 *
 * Threads. You can call every function from any thread at any time. Frames are drawn in parallel. A change to a tree waits
 * until the frames that read the tree have finished, and never waits for another tree. One call sees one consistent state of
 * the tree. A child process of fork() can use the library at once, because fork() waits at most one second for running calls to
 * end.
 *
 * Units. Lengths are in points (y grows downwards), times in seconds, and angles in radians. Colour components run from 0 to 1,
 * in the sRGB encoding, and are not premultiplied by alpha. The argument `scale` is in pixels per point.
 *
 * Pixels. A pixel has four bytes: red, green, blue and alpha. Rows run from top to bottom. The caller allocates the memory for
 * pixels. Pixels have straight alpha unless you ask for premultiplied alpha. As in Core Animation, layers are blended as 8-bit
 * premultiplied values in the sRGB encoding.
 *
 * Numbers. Every double must be finite, unless the documentation of the argument allows infinity (repeatCount and duration).
 *
 * Arrays. A function that fills in an array writes at most `capacity` elements, and writes the number of all elements into
 * `out_count`. A call with a capacity of 0 and a NULL array only returns the number, but computes the whole array. To compute
 * an array once, pass a capacity that is large enough for any result. The function does not touch the memory of further elements.
 *
 * Versions. From version 0.1.0 on, functions and constants never change, and a changed contract gets a new name. STRETTO_ABI
 * counts additions. A struct that begins with `struct_size` may grow at its end. Set `struct_size` to sizeof the struct before
 * the call. In an array of structs that the library fills in, set `struct_size` in the first element. The library reads
 * `struct_size` of the first element as the stride of the array in bytes, and sets `struct_size` in all elements. A
 * `struct_size` that is too small returns STRETTO_ERROR_INVALID_ARGUMENT. Structs without `struct_size` keep their layout.
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
/* The version as a number that programs can compare: 1,000,000 x major + 1,000 x minor + patch. */
#define STRETTO_VERSION_NUMBER 1000
#define STRETTO_ABI 1

/* Returns STRETTO_VERSION of the library, as a string in static memory. */
const char *stretto_version(void);
/* Returns STRETTO_ABI of the library. A program runs with every library whose STRETTO_ABI is at least the program's own. */
uint32_t stretto_abi_version(void);

/* ---------------------------------------------------------------- errors */

typedef int32_t stretto_status;
enum {
  STRETTO_OK = 0,
  STRETTO_ERROR_INVALID_ARGUMENT = 1, /* an argument is outside the range that the function allows */
  STRETTO_ERROR_INVALID_HANDLE = 2,   /* a handle is NULL, released or of another type */
  STRETTO_ERROR_KEY_PATH = 3,         /* the object has no such property, or the property takes another kind of value */
  STRETTO_ERROR_LIMIT = 4,            /* an object or a picture exceeds a limit or the memory; the message names the limit */
  STRETTO_ERROR_LOAD = 5,             /* a file or a byte array cannot be read as the expected format */
  STRETTO_ERROR_WRITE = 6,            /* a file cannot be written */
  STRETTO_ERROR_CANCELLED = 7,        /* a timeout, a signal or another thread ended the call early */
  STRETTO_ERROR_DOCUMENT = 20         /* a scene document cannot be parsed; stretto_error_line returns the line */
};

/*
 * Returns the message of the last call that failed on this thread, in UTF-8, or "" if no call has failed. The library owns the
 * memory of the message, whose address stays the same for the whole life of the thread. The next failing call on the thread
 * overwrites the message. The message can therefore be an argument next to the failing call, as in printf("%d %s\n",
 * stretto_f(), stretto_error_message()). A message of more than 4,095 bytes is cut in the middle.
 */
const char *stretto_error_message(void);
/* Returns the line, counted from 1, of the document that caused the thread's last error, or 0 if the error has no line. */
uint32_t stretto_error_line(void);

/* ---------------------------------------------------------------- ending calls early
 *
 * Drawing frames, hit tests, other queries about scenes and texts, and reading and writing documents can take long. Any thread
 * can cancel a long call, and a call can have a timeout. A cancelled call returns STRETTO_ERROR_CANCELLED within some
 * milliseconds. After a cancelled call the scene is unchanged, but the memory of a frame may hold a part of the picture.
 *
 * Stretto counts memory before it allocates the memory. By default a document may take 256 times its size in bytes, at least
 * 192 MiB and at most 1 GiB. Each pixel of a document's pictures counts as 4 bytes. A PNG file that is opened alone may have
 * 2^25 pixels or 32 pixels per byte of the file, whichever is more, and at most 2^28 pixels. A frame or another query may take
 * 1 GiB in addition to its result, for shapes, copies, the letters of texts, and drawing buffers.
 */

/* Limits that end calls early. Initialize the struct with `stretto_limits limits = {sizeof limits}`. */
typedef struct stretto_limits {
  uint32_t struct_size;
  uint32_t reserved;     /* 0 */
  double timeout;        /* seconds from the start of each call; 0 for no timeout */
  const int32_t *cancel; /* a call ends when this number is not 0. Any thread or signal handler may set the number. NULL for none */
  size_t memory;         /* approximate bytes that a call may allocate; a call that needs more returns LIMIT. 0 selects the default. All documents of one scene (stretto_scene_add_document) count together */
} stretto_limits;

/*
 * Sets the limits of all later calls on this thread. NULL removes the limits. The struct is copied, but the number that
 * `cancel` points to must stay alive until you set other limits. Returns STRETTO_ERROR_INVALID_ARGUMENT if the timeout is
 * negative or NaN.
 */
stretto_status stretto_limits_set(const stretto_limits *limits);

/* ---------------------------------------------------------------- plain values */

/* A 4x4 matrix for row vectors, stored row by row (m11, m12, ... m44). The translation is in m[12], m[13] and m[14]. */
typedef struct stretto_transform {
  double m[16];
} stretto_transform;

/* Returns the identity transform. */
stretto_transform stretto_transform_make_identity(void);
/* Returns a translation by (x, y, z) points. */
stretto_transform stretto_transform_make_translation(double x, double y, double z);
/* Returns a scaling by the factors x, y and z. */
stretto_transform stretto_transform_make_scale(double x, double y, double z);
/*
 * Returns a rotation by `angle` radians about the axis (x, y, z). A rotation by +pi/2 about the axis (0, 0, 1) maps (1, 0) to
 * (0, 1). A rotation about an axis of length 0 is the identity.
 */
stretto_transform stretto_transform_make_rotation(double angle, double x, double y, double z);
/*
 * Returns the perspective of an eye at a distance of `distance` points, which is the identity with m34 = -1/distance. A
 * perspective with a distance of 0 is the identity.
 */
stretto_transform stretto_transform_make_perspective(double distance);
/* Returns the transform that applies `a` first and then `b` (CATransform3DConcat). */
stretto_transform stretto_transform_concat(stretto_transform a, stretto_transform b);
/* Returns the inverse of `t`, or `t` itself if the matrix is singular (CATransform3DInvert). */
stretto_transform stretto_transform_invert(stretto_transform t);

/*
 * Text or bytes that the library has allocated. Release every stretto_bytes once with stretto_bytes_release. A call that fails
 * leaves the struct unchanged.
 */
typedef struct stretto_bytes {
  char *data;  /* `size` bytes and a final NUL. Texts are UTF-8 */
  size_t size; /* number of bytes without the final NUL */
} stretto_bytes;

/*
 * Frees the memory of the bytes and sets both fields to 0. The function does nothing for NULL and for a zeroed struct. Copies
 * of a stretto_bytes share the memory.
 */
void stretto_bytes_release(stretto_bytes *self);

/* ---------------------------------------------------------------- kinds of objects */

typedef struct stretto_scene stretto_scene;
typedef struct stretto_layer stretto_layer;
/* Some copies of a layer, which can have their own values and animations. */
typedef struct stretto_copies stretto_copies;
/* A range of the characters of a text, which can have its own style. */
typedef struct stretto_characters stretto_characters;
/* A layer in one state of its scene, where the layer can have different values. */
typedef struct stretto_layer_state stretto_layer_state;
typedef struct stretto_animation stretto_animation;
typedef struct stretto_cell stretto_cell;
typedef struct stretto_behavior stretto_behavior;
typedef struct stretto_path stretto_path;
typedef struct stretto_image stretto_image;
typedef struct stretto_font stretto_font;

/* ---------------------------------------------------------------- properties
 *
 * Layers, animations, emitter cells and behaviors have properties. You reach a property by its key path, one of Core
 * Animation's strings such as "opacity", "position.x", "transform.rotation.z", "emitterCells.red.birthRate",
 * "filters.soft.inputRadius" or "sublayers.hand.opacity" (red, soft and hand are names that you gave). Each kind of value has
 * its own setter and getter. Numbers also stand for booleans (0 or 1), points (x, y), sizes (width, height), rectangles (x, y,
 * width, height), transforms (16 numbers), colours (4 numbers) and lists of values.
 */

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
  STRETTO_VALUE_NUMBERS = 8,   /* any number of numbers, or none */
  STRETTO_VALUE_COLORS = 9,    /* 4 numbers per colour, or none */
  STRETTO_VALUE_STRING = 10,
  STRETTO_VALUE_NAME = 11,       /* one of `names` */
  STRETTO_VALUE_NAMES = 12,      /* any of `names`, separated by spaces */
  STRETTO_VALUE_PATH = 13,       /* a path, or none */
  STRETTO_VALUE_IMAGE = 14,      /* an image, or none */
  STRETTO_VALUE_LAYER = 15,      /* a layer, or none */
  STRETTO_VALUE_CURVE = 16,      /* a timing function: a name, or the 4 numbers c1x c1y c2x c2y; or none */
  STRETTO_VALUE_CURVES = 17,     /* 4 numbers per timing function */
  STRETTO_VALUE_ANY = 18,        /* any value that the animation's key path takes, or none */
  STRETTO_VALUE_TRANSFORMS = 19, /* 16 numbers per transform, or none */
  STRETTO_VALUE_FILTERS = 20,    /* any of `names`, separated by spaces, each optionally as NAME=TYPE; the inputs of a filter have key paths such as "filters.NAME.inputRadius" */
  STRETTO_VALUE_FONT = 21,       /* a font, or none */
  STRETTO_VALUE_FONTS = 22,      /* a list of fonts, or none */
  STRETTO_VALUE_VARIATIONS = 23, /* 2 numbers per axis of a variable font: the tag, whose four characters form one number, and the axis value; or none */
  STRETTO_VALUE_FEATURES = 24    /* OpenType features, such as "tnum, liga=0" */
};

typedef int32_t stretto_object_kind;
enum {
  STRETTO_OBJECT_LAYER = 0,
  STRETTO_OBJECT_ANIMATION = 1,
  STRETTO_OBJECT_CELL = 2,
  STRETTO_OBJECT_BEHAVIOR = 3
};

/* Aspects of a picture that a property may affect. */
enum {
  STRETTO_INFLUENCE_GEOMETRY = 1,     /* positions and sizes */
  STRETTO_INFLUENCE_VISIBILITY = 2,   /* whether the layer is visible at all */
  STRETTO_INFLUENCE_CONTENT = 4,      /* what the layer paints, but not where */
  STRETTO_INFLUENCE_TIME = 8,         /* the local time of the layer */
  STRETTO_INFLUENCE_BIRTHS = 16,      /* the values that particles get at their birth */
  STRETTO_INFLUENCE_DEPTH = 32,       /* the order among siblings */
  STRETTO_INFLUENCE_COPIES = 64,      /* the number of copies */
  STRETTO_INFLUENCE_FACING = 128,     /* whether the layer is visible from behind */
  STRETTO_INFLUENCE_BIRTH_RATE = 256, /* how many particles are born, and when */
  STRETTO_INFLUENCE_LIFETIME = 512,   /* the lifetime of particles */
  STRETTO_INFLUENCE_SPEED = 1024,     /* the speed of the layer's local time */
  STRETTO_INFLUENCE_FORCES = 4096     /* the forces on living particles */
};

/*
 * Description of a property. All strings of a description are in static memory. The library fills in as many fields as
 * `struct_size` has room for.
 */
typedef struct stretto_property {
  uint32_t struct_size; /* set it to sizeof(stretto_property) before the call */
  stretto_value_kind value_kind;
  const char *name;
  const char *names;          /* allowed names, separated by spaces; "" if any text is allowed */
  const char *default_string; /* "" if the default value is not a text */
  double default_numbers[16]; /* the first `default_count` numbers are valid */
  uint32_t default_count;     /* 0 if the property has no default value, or one that is not made of numbers */
  bool is_animatable;
  const char *summary;     /* one sentence about the property, with its unit */
  const char *section;     /* rule in the project's document core-animation.md, such as "6.1" */
  double minimum, maximum; /* range of the number, or of each number in a list; infinite values are allowed only if the summary says so */
  uint32_t influence;      /* affected aspects: a sum of STRETTO_INFLUENCE_... constants */
  uint32_t reserved;
} stretto_property;

/*
 * Returns the number of properties of one kind of object. The argument `kind` is a stretto_layer_kind or a
 * stretto_animation_kind, and 0 for cells and behaviors.
 */
stretto_status stretto_property_get_count(stretto_object_kind object, int32_t kind, uint32_t *out_count);
/*
 * Returns the description of the property at `index`, from 0. Returns STRETTO_ERROR_INVALID_ARGUMENT if the index is past the
 * end.
 */
stretto_status stretto_property_get(stretto_object_kind object, int32_t kind, uint32_t index, stretto_property *out_property);

/* ---------------------------------------------------------------- layers */

typedef int32_t stretto_layer_kind;
enum {
  STRETTO_LAYER_PLAIN = 0,           /* CALayer */
  STRETTO_LAYER_REPLICATOR = 1,      /* CAReplicatorLayer */
  STRETTO_LAYER_SHAPE = 2,           /* CAShapeLayer */
  STRETTO_LAYER_GRADIENT = 3,        /* CAGradientLayer */
  STRETTO_LAYER_EMITTER = 4,         /* CAEmitterLayer */
  STRETTO_LAYER_PORTAL = 5,          /* shows another layer, its "sourceLayer", a second time */
  STRETTO_LAYER_VIEW_REPLICATOR = 6, /* shows its "sourceLayer" once for each of its proxies */
  STRETTO_LAYER_PROXY = 7,           /* shows the source of the view replicator that it is a sublayer of */
  STRETTO_LAYER_TRANSFORM = 8,       /* CATransformLayer: keeps the depth of its sublayers and paints nothing itself */
  STRETTO_LAYER_TEXT = 9,            /* CATextLayer: shows its glyph layer once for each character, word or line */
  STRETTO_LAYER_GLYPH = 10           /* the layer "glyph" of a text layer; it cannot be created alone */
};

/*
 * Creates a layer of the given kind, without size, contents or superlayer. Returns STRETTO_ERROR_INVALID_ARGUMENT for
 * STRETTO_LAYER_GLYPH and unknown kinds.
 */
stretto_status stretto_layer_create(stretto_layer_kind kind, stretto_layer **out_layer);
/* Adds a reference to the layer. */
stretto_status stretto_layer_retain(stretto_layer *self);
/* Drops a reference to the layer. The handle is invalid after the last reference is dropped. NULL does nothing. */
stretto_status stretto_layer_release(stretto_layer *self);
/* Returns the kind of the layer. */
stretto_status stretto_layer_get_kind(stretto_layer *self, stretto_layer_kind *out_kind);

/*
 * Adds `child` above the other sublayers and removes it from its old superlayer. Returns STRETTO_ERROR_INVALID_ARGUMENT if the
 * tree would contain a cycle. Returns STRETTO_ERROR_LIMIT if the tree would be deeper than 256 layers. A frame that needs more
 * stack than the calling thread has left is drawn on a thread with a stack of 16 MiB.
 */
stretto_status stretto_layer_add_sublayer(stretto_layer *self, stretto_layer *child);
/*
 * Adds `count` layers above the other sublayers, the last one topmost. The errors are those of stretto_layer_add_sublayer, and
 * STRETTO_ERROR_INVALID_ARGUMENT if the list contains a layer twice. After an error no layer has been added.
 */
stretto_status stretto_layer_add_sublayers(stretto_layer *self, stretto_layer *const *layers, uint32_t count);
/* Replaces all sublayers with `count` layers, the last one topmost. The errors are those of stretto_layer_add_sublayers. */
stretto_status stretto_layer_set_sublayers(stretto_layer *self, stretto_layer *const *layers, uint32_t count);
/*
 * Inserts `child` at `index`, from 0 (lowest) to the number of sublayers. The errors are those of stretto_layer_add_sublayer,
 * and STRETTO_ERROR_INVALID_ARGUMENT if the index is past the end.
 */
stretto_status stretto_layer_insert_sublayer(stretto_layer *self, stretto_layer *child, uint32_t index);
/*
 * Removes the layer from its superlayer, or from the layer of which it is the mask or the source. A layer without a superlayer
 * is left unchanged.
 */
stretto_status stretto_layer_remove_from_superlayer(stretto_layer *self);
/* Returns the number of sublayers of the layer. */
stretto_status stretto_layer_get_sublayer_count(stretto_layer *self, uint32_t *out_count);
/*
 * Returns the sublayer at `index`; index 0 is the lowest sublayer. Returns STRETTO_ERROR_INVALID_ARGUMENT if the index is past
 * the end.
 */
stretto_status stretto_layer_get_sublayer(stretto_layer *self, uint32_t index, stretto_layer **out_layer);
/*
 * Finds a layer by its name. The search starts at the layer itself and visits its sublayers depth first, the lowest sublayer
 * first. Masks, sources of view replicators and glyph layers are searched too. Repeated searches from one layer are fast until
 * a name or the tree below the layer changes. Returns STRETTO_ERROR_INVALID_ARGUMENT if no layer has the name; the message
 * names the most similar name.
 */
stretto_status stretto_layer_find(stretto_layer *self, const char *name, stretto_layer **out_layer);
/*
 * Returns the superlayer of the layer, or NULL. A mask, a view replicator's source and a glyph layer return the layer that they
 * belong to.
 */
stretto_status stretto_layer_get_superlayer(stretto_layer *self, stretto_layer **out_layer);

/* Sets a number, a boolean (0 or 1), an integer, or one component such as "position.x". */
stretto_status stretto_layer_set_number(stretto_layer *self, const char *key_path, double value);
/*
 * Sets a value of several numbers, such as a point or a transform. Returns STRETTO_ERROR_KEY_PATH if `count` does not fit the
 * property.
 */
stretto_status stretto_layer_set_numbers(stretto_layer *self, const char *key_path, const double *values, uint32_t count);
/* Sets a colour. Drawing clamps the components to 0...1. */
stretto_status stretto_layer_set_color(stretto_layer *self, const char *key_path, double red, double green, double blue, double alpha);
/*
 * Sets a text in UTF-8, a name or several names. Returns STRETTO_ERROR_INVALID_ARGUMENT for an unknown name; the message
 * suggests the most similar name.
 */
stretto_status stretto_layer_set_string(stretto_layer *self, const char *key_path, const char *value);
/* Sets a path, which is copied. NULL removes the path. */
stretto_status stretto_layer_set_path(stretto_layer *self, const char *key_path, stretto_path *value);
/* Sets an image. NULL removes the image. */
stretto_status stretto_layer_set_image(stretto_layer *self, const char *key_path, stretto_image *value);
/* Sets a font. NULL removes the font. */
stretto_status stretto_layer_set_font(stretto_layer *self, const char *key_path, stretto_font *value);
/* Sets a list of `count` fonts. */
stretto_status stretto_layer_set_fonts(stretto_layer *self, const char *key_path, stretto_font *const *values, uint32_t count);
/*
 * Sets a property whose value is a layer, which is the "mask" of any layer, or the "sourceLayer" of a portal or view
 * replicator. NULL removes the layer. A mask and a view replicator's source are removed from their old superlayer, like a
 * sublayer. A portal's source stays in its tree, and the portal keeps its source alive. If a portal lies inside its own source,
 * the portal and the source stay alive until you set another source.
 */
stretto_status stretto_layer_set_layer(stretto_layer *self, const char *key_path, stretto_layer *value);
/*
 * Removes an optional value, such as a colour, list, path, image or layer. Returns STRETTO_ERROR_KEY_PATH if the property
 * always has a value.
 */
stretto_status stretto_layer_set_none(stretto_layer *self, const char *key_path);

/* Returns a number, a boolean (0 or 1), an integer, or one component such as "position.x". */
stretto_status stretto_layer_get_number(stretto_layer *self, const char *key_path, double *out_value);
/* Returns the numbers of a value as an array. A value that is none has no numbers. */
stretto_status stretto_layer_get_numbers(stretto_layer *self, const char *key_path, double *out_values, uint32_t capacity, uint32_t *out_count);
/* Returns a text, a name or several names. A value that is none returns "". */
stretto_status stretto_layer_get_string(stretto_layer *self, const char *key_path, stretto_bytes *out_text);
/* Returns a copy of the path, or NULL if the property has no path. */
stretto_status stretto_layer_get_path(stretto_layer *self, const char *key_path, stretto_path **out_path);
/* Returns the image, or NULL if the property has no image. */
stretto_status stretto_layer_get_image(stretto_layer *self, const char *key_path, stretto_image **out_image);
/* Returns the font, or NULL if the property has no font. */
stretto_status stretto_layer_get_font(stretto_layer *self, const char *key_path, stretto_font **out_font);
/* Returns the number of fonts in a list of fonts. */
stretto_status stretto_layer_get_font_count(stretto_layer *self, const char *key_path, uint32_t *out_count);
/* Returns the font at `index` in a list of fonts. Returns STRETTO_ERROR_INVALID_ARGUMENT if the index is past the end. */
stretto_status stretto_layer_get_font_at(stretto_layer *self, const char *key_path, uint32_t index, stretto_font **out_font);
/* Returns the layer, or NULL if the property has no layer. */
stretto_status stretto_layer_get_layer(stretto_layer *self, const char *key_path, stretto_layer **out_layer);

/*
 * Returns a handle for some copies of the layer. `pattern` has one index for each replicator, view replicator or text around
 * the layer, outermost first, and at most 32 indices. The index -1 selects every copy at that depth. Indices that are left out
 * at the end are 0. Values and animations of the copies remain when the handle is released.
 */
stretto_status stretto_layer_get_copies(stretto_layer *self, const int32_t *pattern, uint32_t count, stretto_copies **out_copies);
/*
 * Sets one mask for each copy of a replicator or text. A mask is in the coordinates of its copy. In a text the origin of a copy
 * is the top left corner of its box. A NULL entry masks nothing, and copies beyond `count` are not masked. The masks are
 * removed from their old superlayers. Returns STRETTO_ERROR_KEY_PATH unless the layer is a replicator or a text.
 */
stretto_status stretto_layer_set_instance_masks(stretto_layer *self, stretto_layer *const *masks, uint32_t count);
/*
 * Returns the number of entries that stretto_layer_set_instance_masks has set, NULL entries included. Returns
 * STRETTO_ERROR_KEY_PATH unless the layer is a replicator or a text.
 */
stretto_status stretto_layer_get_instance_mask_count(stretto_layer *self, uint32_t *out_count);
/* Returns the mask of the copy at `index`, or NULL if the copy has no mask. */
stretto_status stretto_layer_get_instance_mask(stretto_layer *self, uint32_t index, stretto_layer **out_layer);

/*
 * Adds a copy of the animation to the layer. The animation replaces an older animation with the same `key`, unless the older
 * one is for other copies (stretto_copies_add_animation). With a NULL key, the animation gets a unique key. Returns
 * STRETTO_ERROR_KEY_PATH if the layer does not have the animated property.
 */
stretto_status stretto_layer_add_animation(stretto_layer *self, stretto_animation *animation, const char *key);
/* Removes all animations with the given key, including animations for single copies. A key without animations does nothing. */
stretto_status stretto_layer_remove_animation(stretto_layer *self, const char *key);
/* Removes all animations of the layer. */
stretto_status stretto_layer_remove_all_animations(stretto_layer *self);
/* Returns the number of the layer's animations. */
stretto_status stretto_layer_get_animation_count(stretto_layer *self, uint32_t *out_count);
/*
 * Returns the key of the animation at `index`, in the order in which the layer applies its animations. Animations for different
 * copies may share a key.
 */
stretto_status stretto_layer_get_animation_key(stretto_layer *self, uint32_t index, stretto_bytes *out_text);

/*
 * Returns a copy of the animation with the given key, or NULL if no animation has the key. A duration of 0 reads as 0.25
 * seconds. If several animations share the key, the function returns the animation for all copies, or else the oldest one.
 */
stretto_status stretto_layer_get_animation(stretto_layer *self, const char *key, stretto_animation **out_animation);

/* ---------------------------------------------------------------- copies of a layer
 *
 * Copies can have their own animations, and their own values for every property except "frame", properties whose value is a
 * layer, and timing properties. A getter returns the value that was set for exactly the same pattern of copies, or else the
 * value of the layer. The functions for copies return the same errors as the functions for layers.
 */

/* Adds a reference to the copies. */
stretto_status stretto_copies_retain(stretto_copies *self);
/* Drops a reference to the copies. NULL does nothing. */
stretto_status stretto_copies_release(stretto_copies *self);
/* Sets a number, a boolean (0 or 1), an integer, or one component such as "position.x". */
stretto_status stretto_copies_set_number(stretto_copies *self, const char *key_path, double value);
/* Sets a value of several numbers, such as a point or a transform. `count` must fit the property. */
stretto_status stretto_copies_set_numbers(stretto_copies *self, const char *key_path, const double *values, uint32_t count);
/* Sets a colour. Drawing clamps the components to 0...1. */
stretto_status stretto_copies_set_color(stretto_copies *self, const char *key_path, double red, double green, double blue, double alpha);
/*
 * Sets a text in UTF-8, a name or several names. Returns STRETTO_ERROR_INVALID_ARGUMENT for an unknown name; the message
 * suggests the most similar name.
 */
stretto_status stretto_copies_set_string(stretto_copies *self, const char *key_path, const char *value);
/* Sets a path, which is copied. NULL removes the path. */
stretto_status stretto_copies_set_path(stretto_copies *self, const char *key_path, stretto_path *value);
/* Sets an image. NULL removes the image. */
stretto_status stretto_copies_set_image(stretto_copies *self, const char *key_path, stretto_image *value);
/* Sets a font. NULL removes the font. */
stretto_status stretto_copies_set_font(stretto_copies *self, const char *key_path, stretto_font *value);
/* Sets a list of `count` fonts. */
stretto_status stretto_copies_set_fonts(stretto_copies *self, const char *key_path, stretto_font *const *values, uint32_t count);
/*
 * Removes an optional value, such as a colour, list, path, image or layer. Returns STRETTO_ERROR_KEY_PATH if the property
 * always has a value.
 */
stretto_status stretto_copies_set_none(stretto_copies *self, const char *key_path);
/* Returns a number, a boolean (0 or 1), an integer, or one component such as "position.x". */
stretto_status stretto_copies_get_number(stretto_copies *self, const char *key_path, double *out_value);
/* Returns the numbers of a value as an array. A value that is none has no numbers. */
stretto_status stretto_copies_get_numbers(stretto_copies *self, const char *key_path, double *out_values, uint32_t capacity, uint32_t *out_count);
/* Returns a text, a name or several names. A value that is none returns "". */
stretto_status stretto_copies_get_string(stretto_copies *self, const char *key_path, stretto_bytes *out_text);
/* Returns a copy of the path, or NULL if the property has no path. */
stretto_status stretto_copies_get_path(stretto_copies *self, const char *key_path, stretto_path **out_path);
/* Returns the image, or NULL if the property has no image. */
stretto_status stretto_copies_get_image(stretto_copies *self, const char *key_path, stretto_image **out_image);
/* Returns the font, or NULL if the property has no font. */
stretto_status stretto_copies_get_font(stretto_copies *self, const char *key_path, stretto_font **out_font);
/*
 * Adds a copy of an animation to the selected copies only. The arguments and errors are those of stretto_layer_add_animation.
 */
stretto_status stretto_copies_add_animation(stretto_copies *self, stretto_animation *animation, const char *key);
/* Removes the animations with the given key that were added for exactly these copies. A key without animations does nothing. */
stretto_status stretto_copies_remove_animation(stretto_copies *self, const char *key);
/*
 * Returns a copy of the animation with the given key that was added for exactly these copies, or NULL if no animation has the
 * key.
 */
stretto_status stretto_copies_get_animation(stretto_copies *self, const char *key, stretto_animation **out_animation);

/* ---------------------------------------------------------------- texts
 *
 * A text layer is a replicator whose only sublayer is its glyph layer, which stretto_layer_get_layer(text, "glyph", &glyph)
 * returns. The glyph layer is drawn once for each copy. A copy is a character, a word or a line, as "instanceUnit" says.
 * Characters are grapheme clusters of the string, counted from 0, regardless of their size in bytes. A string has at most 2^20
 * characters and 64 MiB of UTF-8. Functions for texts return STRETTO_ERROR_KEY_PATH for layers that are not texts.
 */

/*
 * Returns a handle for the characters of a text from `start` up to, but not including, `end`. `end` must be greater than
 * `start`. The part of the range beyond the string has no effect. The style of the characters remains when the handle is
 * released, and is removed when another string is set.
 */
stretto_status stretto_layer_get_characters(stretto_layer *self, uint32_t start, uint32_t end, stretto_characters **out_characters);
/*
 * A range of characters can have its own "font", "fontSize", "foregroundColor", "tracking", "baselineShift", "fontFeatures"
 * and "language". Setting or reading another property returns STRETTO_ERROR_KEY_PATH. A getter returns the value that was set
 * for exactly the same range, or else the value of the text.
 */

/* Adds a reference to the characters. */
stretto_status stretto_characters_retain(stretto_characters *self);
/* Drops a reference to the characters. NULL does nothing. */
stretto_status stretto_characters_release(stretto_characters *self);
/* Sets a number, a boolean (0 or 1), an integer, or one component such as "position.x". */
stretto_status stretto_characters_set_number(stretto_characters *self, const char *key_path, double value);
/* Sets a value of several numbers, such as a point or a transform. `count` must fit the property. */
stretto_status stretto_characters_set_numbers(stretto_characters *self, const char *key_path, const double *values, uint32_t count);
/* Sets a colour. Drawing clamps the components to 0...1. */
stretto_status stretto_characters_set_color(stretto_characters *self, const char *key_path, double red, double green, double blue, double alpha);
/*
 * Sets a text in UTF-8, a name or several names. Returns STRETTO_ERROR_INVALID_ARGUMENT for an unknown name; the message
 * suggests the most similar name.
 */
stretto_status stretto_characters_set_string(stretto_characters *self, const char *key_path, const char *value);
/* Sets a font. NULL removes the font. */
stretto_status stretto_characters_set_font(stretto_characters *self, const char *key_path, stretto_font *value);
/*
 * Removes an optional value, such as a colour, list, path, image or layer. Returns STRETTO_ERROR_KEY_PATH if the property
 * always has a value.
 */
stretto_status stretto_characters_set_none(stretto_characters *self, const char *key_path);
/* Returns a number, a boolean (0 or 1), an integer, or one component such as "position.x". */
stretto_status stretto_characters_get_number(stretto_characters *self, const char *key_path, double *out_value);
/* Returns the numbers of a value as an array. A value that is none has no numbers. */
stretto_status stretto_characters_get_numbers(stretto_characters *self, const char *key_path, double *out_values, uint32_t capacity, uint32_t *out_count);
/* Returns a text, a name or several names. A value that is none returns "". */
stretto_status stretto_characters_get_string(stretto_characters *self, const char *key_path, stretto_bytes *out_text);
/* Returns the font, or NULL if the property has no font. */
stretto_status stretto_characters_get_font(stretto_characters *self, const char *key_path, stretto_font **out_font);

/*
 * The box of one copy of a text layer's glyph layer, in the text layer's coordinates. The box is as wide as the advance and as
 * high as ascent and descent together.
 */
typedef struct stretto_text_copy {
  uint32_t struct_size;       /* sizeof(stretto_text_copy) */
  double x, y, width, height; /* for a text on a path, the upright box around the rotated box */
  double baseline;            /* y of the baseline */
  int32_t character;          /* index of the first character of the copy */
  int32_t character_count;
  int32_t line;
  int32_t word;    /* index of the word; -1 for white space */
  bool is_missing; /* true if no font has all characters of the copy, and a box is drawn instead */
} stretto_text_copy;

/* The box of a line of text. Hanging white space at the end of the line does not count. */
typedef struct stretto_text_line {
  uint32_t struct_size; /* sizeof(stretto_text_line) */
  double x, y, width, height;
  double baseline;
  int32_t character;
  int32_t character_count;
} stretto_text_line;

/*
 * Returns the boxes of a text's copies at the scene time `time` in seconds, as an array. Animations of the glyph layer do not
 * move the boxes. `indices` select a copy of the text layer itself, as in stretto_layer_get_local_time.
 */
stretto_status stretto_layer_get_text_copies(stretto_layer *self, double time, const int32_t *indices, uint32_t index_count, stretto_text_copy *out_copies, uint32_t capacity, uint32_t *out_count);
/*
 * Returns the boxes of a text's lines at a scene time, as an array. The arguments are those of stretto_layer_get_text_copies.
 */
stretto_status stretto_layer_get_text_lines(stretto_layer *self, double time, const int32_t *indices, uint32_t index_count, stretto_text_line *out_lines, uint32_t capacity, uint32_t *out_count);
/* Returns the outlines of all glyphs of a text at their positions, at a scene time. Bitmap glyphs have no outlines. */
stretto_status stretto_layer_get_text_path(stretto_layer *self, double time, const int32_t *indices, uint32_t index_count, stretto_path **out_path);
/*
 * Returns the size in points that the text needs if its lines wrap at `width` points. If the width is 0, a line
 * ends only at a line break in the text.
 */
stretto_status stretto_layer_get_text_size(stretto_layer *self, double width, double *out_width, double *out_height);
/* Returns the largest fontSize at which the text fits into `width` and `height` points. A side of 0 is unlimited. */
stretto_status stretto_layer_get_text_font_size(stretto_layer *self, double width, double height, double *out_font_size);

typedef int32_t stretto_text_unit;
enum {
  STRETTO_TEXT_CHARACTER = 0,
  STRETTO_TEXT_VISIBLE = 1, /* characters except white space, which shares the rank of the previous character */
  STRETTO_TEXT_WORD = 2,
  STRETTO_TEXT_LINE = 3
};

/*
 * Returns the rank of each copy of a text for staggers, counted from 0, as an array. Copies in the same unit `by` share a rank.
 * Ranks follow the reading order, or run from left to right if `is_visual` is true.
 */
stretto_status stretto_layer_get_text_ranks(stretto_layer *self, stretto_text_unit by, bool is_visual, int32_t *out_ranks, uint32_t capacity, uint32_t *out_count);
/*
 * Returns the index of the character whose box contains, or is nearest to, the point (x, y) in the text layer's coordinates.
 * The index for an empty string is -1.
 */
stretto_status stretto_layer_get_character_at(stretto_layer *self, double x, double y, double time, int32_t *out_character);

/*
 * Sets the cells of an emitter layer, in order. The layer shares the cells and does not copy them. Returns
 * STRETTO_ERROR_KEY_PATH unless the layer is an emitter.
 */
stretto_status stretto_layer_set_cells(stretto_layer *self, stretto_cell *const *cells, uint32_t count);
/* Returns the number of the emitter's cells. */
stretto_status stretto_layer_get_cell_count(stretto_layer *self, uint32_t *out_count);
/* Returns the cell of the emitter at `index`. Returns STRETTO_ERROR_INVALID_ARGUMENT if the index is past the end. */
stretto_status stretto_layer_get_cell(stretto_layer *self, uint32_t index, stretto_cell **out_cell);
/*
 * Sets the behaviors of an emitter layer, in order. The layer shares the behaviors and does not copy them. Returns
 * STRETTO_ERROR_KEY_PATH unless the layer is an emitter.
 */
stretto_status stretto_layer_set_behaviors(stretto_layer *self, stretto_behavior *const *behaviors, uint32_t count);
/* Returns the number of the emitter's behaviors. */
stretto_status stretto_layer_get_behavior_count(stretto_layer *self, uint32_t *out_count);
/* Returns the behavior of the emitter at `index`. Returns STRETTO_ERROR_INVALID_ARGUMENT if the index is past the end. */
stretto_status stretto_layer_get_behavior(stretto_layer *self, uint32_t index, stretto_behavior **out_behavior);

/*
 * Functions that take `instance` or `indices` select a copy of a layer by the indices of the replicators around the layer,
 * outermost first, at most 32 of them. Indices that are left out at the end are 0. For a layer outside any scene, the topmost
 * layer of its tree stands for the scene's root.
 */

/*
 * Tells whether a point in the layer's coordinates lies within the layer's model bounds. The right and bottom edges of the
 * bounds are outside.
 */
stretto_status stretto_layer_contains_point(stretto_layer *self, double x, double y, bool *out_contains);

/* One instance of a layer in the picture, for converting points and times between layers. */
typedef struct stretto_appearance {
  uint32_t struct_size; /* sizeof(stretto_appearance) */
  stretto_layer *layer;
  const int32_t *instance; /* indices of the layer's copy; NULL with a count of 0 for copy 0 */
  uint32_t instance_count;
  stretto_layer *portal;          /* a portal or proxy that shows the layer or one of its superlayers; NULL for the layer in its own tree position */
  const int32_t *portal_instance; /* indices of the portal's copy; NULL with a count of 0 for copy 0 */
  uint32_t portal_instance_count;
} stretto_appearance;

/*
 * Converts `count` points (x, y) from the coordinates of one layer to those of another layer in the same tree, at a scene time.
 * If `to` is NULL, the target is the scene. Depth is flattened, so that points at the same pixel are converted into each other.
 * Returns STRETTO_ERROR_INVALID_ARGUMENT if a layer has ended at that time or is seen edge-on. After an error `points` are
 * unchanged.
 */
stretto_status stretto_appearance_convert_points(const stretto_appearance *self, const stretto_appearance *to, double time, double *points, uint32_t count);
/*
 * Converts a rectangle (x, y, width, height) and returns the bounding box of its four converted corners. The arguments and
 * errors are those of stretto_appearance_convert_points.
 */
stretto_status stretto_appearance_convert_rect(const stretto_appearance *self, const stretto_appearance *to, double time, double *rect);
/*
 * Converts a local time of one layer into the local time of another layer, in seconds. NULL for `self` or `to` stands for the
 * scene. The conversion follows the superlayers of both layers and ignores `portal`. Timing properties and delays have their
 * model values. A layer speed of 0 has no inverse, so that the conversion through a layer with speed 0 gives 0.
 */
stretto_status stretto_appearance_convert_time(const stretto_appearance *self, const stretto_appearance *to, double time, double *out_time);

/* Returns the local time of one copy of the layer at the scene time `time`, in seconds. */
stretto_status stretto_layer_get_local_time(stretto_layer *self, double time, const int32_t *instance, uint32_t instance_count, double *out_time);
/*
 * Returns the presentation value (the model value with its animations) of a numeric property in one copy, at a scene time in
 * seconds. The result is an array. Returns STRETTO_ERROR_KEY_PATH if the property is not made of numbers.
 */
stretto_status stretto_layer_get_presentation_numbers(stretto_layer *self, const char *key_path, double time, const int32_t *instance, uint32_t instance_count, double *out_values, uint32_t capacity, uint32_t *out_count);
/* Returns the presentation value of a text property, such as "string" of a text layer, in one copy at a scene time. */
stretto_status stretto_layer_get_presentation_string(stretto_layer *self, const char *key_path, double time, const int32_t *instance, uint32_t instance_count, stretto_bytes *out_text);

/*
 * Samples the presentation value of a numeric property in one copy at `count` evenly spaced scene times from `start` to `stop`,
 * both included. Each sample takes *out_width numbers in `out_values`. The function writes no samples if `capacity` is too
 * small for all samples. A NULL key path samples the local time.
 */
stretto_status stretto_layer_sample(stretto_layer *self, const char *key_path, double start, double stop, uint32_t count, const int32_t *instance, uint32_t instance_count, double *out_values, uint32_t capacity, uint32_t *out_width);
/*
 * Returns the scene times between `start` and `stop` at which the local time of one copy is `local_time`, in ascending order,
 * as an array. The times are exact if local time is a linear function of scene time. If local time is not a linear function,
 * the function searches the interval in 4096 steps and may miss a time that the copy passes twice within one step.
 */
stretto_status stretto_layer_get_scene_times(stretto_layer *self, double local_time, double start, double stop, const int32_t *instance, uint32_t instance_count, double *out_times, uint32_t capacity, uint32_t *out_count);

/* ---------------------------------------------------------------- animations */

typedef int32_t stretto_animation_kind;
enum {
  STRETTO_ANIMATION_BASIC = 0,     /* CABasicAnimation */
  STRETTO_ANIMATION_KEYFRAME = 1,  /* CAKeyframeAnimation */
  STRETTO_ANIMATION_GROUP = 2,     /* CAAnimationGroup; it has no key path */
  STRETTO_ANIMATION_SPRING = 3,    /* CASpringAnimation: a basic animation whose progress follows a spring */
  STRETTO_ANIMATION_TRANSITION = 4 /* CATransition: from the layer's previous picture to its new one; it has no key path */
};

/*
 * Creates an animation of the property at `key_path`. Returns STRETTO_ERROR_KEY_PATH if no kind of layer has the property, or
 * if the property cannot be animated. A basic, keyframe or spring animation without a key path (NULL) animates the property
 * that its key names when it is added to a layer.
 */
stretto_status stretto_animation_create(stretto_animation_kind kind, const char *key_path, stretto_animation **out_animation);
/* Adds a reference to the animation. */
stretto_status stretto_animation_retain(stretto_animation *self);
/* Drops a reference to the animation. NULL does nothing. */
stretto_status stretto_animation_release(stretto_animation *self);

/*
 * Sets a number, a boolean (0 or 1) or an integer. repeatCount, repeatDuration and duration may be infinite. A duration of 0
 * reads as 0.25 seconds.
 */
stretto_status stretto_animation_set_number(stretto_animation *self, const char *key_path, double value);
/*
 * Sets a value of several numbers, such as fromValue, toValue, byValue, keyTimes, timingFunction, timingFunctions or
 * tensionValues. At most two of fromValue, toValue and byValue can be set. The values fromValue, toValue and byValue have the
 * kind of the animated property, or the kind of a valueFunction that is set first.
 */
stretto_status stretto_animation_set_numbers(stretto_animation *self, const char *key_path, const double *values, uint32_t count);
/* Sets fromValue, toValue or byValue of an animated colour. */
stretto_status stretto_animation_set_color(stretto_animation *self, const char *key_path, double red, double green, double blue, double alpha);
/* Sets fillMode, calculationMode, rotationMode, valueFunction or timingFunction by name. */
stretto_status stretto_animation_set_string(stretto_animation *self, const char *key_path, const char *value);
/*
 * Sets fromValue or toValue of an animated path, which is copied. The key path "path" of a keyframe animation stands for the
 * motion path of an animated point, which replaces the values.
 */
stretto_status stretto_animation_set_path(stretto_animation *self, const char *key_path, stretto_path *value);
/* Sets fromValue or toValue of an animated image. */
stretto_status stretto_animation_set_image(stretto_animation *self, const char *key_path, stretto_image *value);
/*
 * Removes an optional value: fromValue, toValue, byValue, timingFunction, a path, a list or a mode. Returns
 * STRETTO_ERROR_KEY_PATH if the property always has a value.
 */
stretto_status stretto_animation_set_none(stretto_animation *self, const char *key_path);
/* Returns a number, a boolean (0 or 1) or an integer of the animation. */
stretto_status stretto_animation_get_number(stretto_animation *self, const char *key_path, double *out_value);
/* Returns the numbers of a value as an array. A value that is none has no numbers. */
stretto_status stretto_animation_get_numbers(stretto_animation *self, const char *key_path, double *out_values, uint32_t capacity, uint32_t *out_count);
/* Returns a text, a name or several names. A value that is none returns "". */
stretto_status stretto_animation_get_string(stretto_animation *self, const char *key_path, stretto_bytes *out_text);
/* Returns a copy of the path, or NULL if the property has no path. */
stretto_status stretto_animation_get_path(stretto_animation *self, const char *key_path, stretto_path **out_path);
/* Returns the image, or NULL if the property has no image. */
stretto_status stretto_animation_get_image(stretto_animation *self, const char *key_path, stretto_image **out_image);

/*
 * Sets the values of a keyframe animation: `count` values of `width` numbers each. A colour of four NaN stands for no colour,
 * which blends like the neighbouring colour with alpha 0. Getters return no numbers for a missing colour.
 */
stretto_status stretto_animation_set_values(stretto_animation *self, const double *values, uint32_t count, uint32_t width);
/*
 * Sets the values of a keyframe animation of paths, which are copied. Returns STRETTO_ERROR_INVALID_HANDLE if a path is NULL.
 */
stretto_status stretto_animation_set_path_values(stretto_animation *self, stretto_path *const *values, uint32_t count);
/* Sets the values of a keyframe animation of images. Returns STRETTO_ERROR_INVALID_HANDLE if an image is NULL. */
stretto_status stretto_animation_set_image_values(stretto_animation *self, stretto_image *const *values, uint32_t count);
/* Sets the values of a keyframe animation of texts, which switches from one text to the next. */
stretto_status stretto_animation_set_string_values(stretto_animation *self, const char *const *values, uint32_t count);
/*
 * Sets the members of an animation group, in order. The group copies the animations. Returns STRETTO_ERROR_LIMIT if groups
 * would be nested more than 16 deep, or contain more than 65536 animations in total.
 */
stretto_status stretto_animation_set_animations(stretto_animation *self, stretto_animation *const *animations, uint32_t count);

/* Returns the kind of the animation. */
stretto_status stretto_animation_get_kind(stretto_animation *self, stretto_animation_kind *out_kind);
/* Returns the key path of the animation, or "" for a group. */
stretto_status stretto_animation_get_key_path(stretto_animation *self, stretto_bytes *out_text);
/*
 * Returns the kind of value that the animation takes: the kind of the animated property, the kind of its valueFunction if one
 * is set, or STRETTO_VALUE_ANY for a group.
 */
stretto_status stretto_animation_get_value_kind(stretto_animation *self, stretto_value_kind *out_kind);
/* Returns the number of values of a keyframe animation. */
stretto_status stretto_animation_get_value_count(stretto_animation *self, uint32_t *out_count);
/*
 * Returns the numbers of the value at `index` of a keyframe animation, as an array. Returns STRETTO_ERROR_INVALID_ARGUMENT if
 * the index is past the end.
 */
stretto_status stretto_animation_get_values(stretto_animation *self, uint32_t index, double *out_values, uint32_t capacity, uint32_t *out_count);
/*
 * Returns a copy of the path at `index` of a keyframe animation of paths. Returns STRETTO_ERROR_INVALID_ARGUMENT if the index
 * is past the end.
 */
stretto_status stretto_animation_get_path_value(stretto_animation *self, uint32_t index, stretto_path **out_path);
/*
 * Returns the image at `index` of a keyframe animation of images. Returns STRETTO_ERROR_INVALID_ARGUMENT if the index is past
 * the end.
 */
stretto_status stretto_animation_get_image_value(stretto_animation *self, uint32_t index, stretto_image **out_image);
/*
 * Returns the text at `index` of a keyframe animation of texts. Returns STRETTO_ERROR_INVALID_ARGUMENT if the index is past the
 * end.
 */
stretto_status stretto_animation_get_string_value(stretto_animation *self, uint32_t index, stretto_bytes *out_text);
/* Returns the number of members of an animation group. */
stretto_status stretto_animation_get_animation_count(stretto_animation *self, uint32_t *out_count);
/*
 * Returns a copy of the member at `index` of an animation group. Returns STRETTO_ERROR_INVALID_ARGUMENT if the index is past
 * the end.
 */
stretto_status stretto_animation_get_animation(stretto_animation *self, uint32_t index, stretto_animation **out_animation);
/*
 * Returns the seconds until a spring stays within a thousandth of its end value; infinite for a spring without damping. The
 * settling duration does not become the animation's duration by itself. Set "duration", because a spring is cut off at its
 * duration. Returns STRETTO_ERROR_KEY_PATH if the animation is not a spring animation.
 */
stretto_status stretto_animation_get_settling_duration(stretto_animation *self, double *out_duration);

/* ---------------------------------------------------------------- emitter cells */

/*
 * Creates an emitter cell (CAEmitterCell), which describes one kind of particle. A new cell emits nothing because its birthRate
 * is 0.
 */
stretto_status stretto_cell_create(stretto_cell **out_cell);
/* Adds a reference to the cell. */
stretto_status stretto_cell_retain(stretto_cell *self);
/* Drops a reference to the cell. NULL does nothing. */
stretto_status stretto_cell_release(stretto_cell *self);
/* Sets a number, a boolean (0 or 1), an integer, or one component such as "position.x". */
stretto_status stretto_cell_set_number(stretto_cell *self, const char *key_path, double value);
/* Sets a value of several numbers, such as a point or a transform. `count` must fit the property. */
stretto_status stretto_cell_set_numbers(stretto_cell *self, const char *key_path, const double *values, uint32_t count);
/* Sets a colour. Drawing clamps the components to 0...1. */
stretto_status stretto_cell_set_color(stretto_cell *self, const char *key_path, double red, double green, double blue, double alpha);
/*
 * Sets a text in UTF-8, a name or several names. Returns STRETTO_ERROR_INVALID_ARGUMENT for an unknown name; the message
 * suggests the most similar name.
 */
stretto_status stretto_cell_set_string(stretto_cell *self, const char *key_path, const char *value);
/* Sets an image. NULL removes the image. */
stretto_status stretto_cell_set_image(stretto_cell *self, const char *key_path, stretto_image *value);
/*
 * Removes an optional value, such as a colour, list, path, image or layer. Returns STRETTO_ERROR_KEY_PATH if the property
 * always has a value.
 */
stretto_status stretto_cell_set_none(stretto_cell *self, const char *key_path);
/* Returns a number, a boolean (0 or 1), an integer, or one component such as "position.x". */
stretto_status stretto_cell_get_number(stretto_cell *self, const char *key_path, double *out_value);
/* Returns the numbers of a value as an array. A value that is none has no numbers. */
stretto_status stretto_cell_get_numbers(stretto_cell *self, const char *key_path, double *out_values, uint32_t capacity, uint32_t *out_count);
/* Returns a text, a name or several names. A value that is none returns "". */
stretto_status stretto_cell_get_string(stretto_cell *self, const char *key_path, stretto_bytes *out_text);
/* Returns the image, or NULL if the property has no image. */
stretto_status stretto_cell_get_image(stretto_cell *self, const char *key_path, stretto_image **out_image);
/*
 * Sets the cells that each particle of this cell emits while the particle lives. New particles start at the particle's
 * position, with directions relative to its flight direction. The cell shares the inner cells and does not copy them. Returns
 * STRETTO_ERROR_INVALID_ARGUMENT if a cell would contain itself, or if cells would be nested more than 8 deep.
 */
stretto_status stretto_cell_set_cells(stretto_cell *self, stretto_cell *const *cells, uint32_t count);
/* Returns the number of cells inside the cell. */
stretto_status stretto_cell_get_cell_count(stretto_cell *self, uint32_t *out_count);
/* Returns the inner cell at `index`. Returns STRETTO_ERROR_INVALID_ARGUMENT if the index is past the end. */
stretto_status stretto_cell_get_cell(stretto_cell *self, uint32_t index, stretto_cell **out_cell);

/* ---------------------------------------------------------------- emitter behaviors */

/*
 * Creates an emitter behavior (CAEmitterBehavior): a force on living particles, or another effect on them. The types are
 * "drag", "wave", "attractor", "simpleAttractor", "alignToMotion", "valueOverLife", "colorOverLife" and "light". Behaviors of
 * the type "light" are not drawn. The inputs of a behavior have Core Animation's names. The emitter reaches the inputs of a
 * named behavior by key paths such as "emitterBehaviors.NAME.INPUT", which can be animated.
 */
stretto_status stretto_behavior_create(const char *type, stretto_behavior **out_behavior);
/* Adds a reference to the behavior. */
stretto_status stretto_behavior_retain(stretto_behavior *self);
/* Drops a reference to the behavior. NULL does nothing. */
stretto_status stretto_behavior_release(stretto_behavior *self);
/*
 * Sets a number, a boolean (0 or 1) or one component. Returns STRETTO_ERROR_KEY_PATH if the type of the behavior lacks the
 * input.
 */
stretto_status stretto_behavior_set_number(stretto_behavior *self, const char *key_path, double value);
/* Sets a value of several numbers, such as a point or a transform. `count` must fit the property. */
stretto_status stretto_behavior_set_numbers(stretto_behavior *self, const char *key_path, const double *values, uint32_t count);
/* Sets a colour. Drawing clamps the components to 0...1. */
stretto_status stretto_behavior_set_color(stretto_behavior *self, const char *key_path, double red, double green, double blue, double alpha);
/*
 * Sets a text in UTF-8, a name or several names. Returns STRETTO_ERROR_INVALID_ARGUMENT for an unknown name; the message
 * suggests the most similar name.
 */
stretto_status stretto_behavior_set_string(stretto_behavior *self, const char *key_path, const char *value);
/*
 * Removes an optional value, such as a colour, list, path, image or layer. Returns STRETTO_ERROR_KEY_PATH if the property
 * always has a value.
 */
stretto_status stretto_behavior_set_none(stretto_behavior *self, const char *key_path);
/* Returns a number, a boolean (0 or 1) or one component. */
stretto_status stretto_behavior_get_number(stretto_behavior *self, const char *key_path, double *out_value);
/* Returns the numbers of a value as an array. A value that is none has no numbers. */
stretto_status stretto_behavior_get_numbers(stretto_behavior *self, const char *key_path, double *out_values, uint32_t capacity, uint32_t *out_count);
/* Returns a text, a name or several names. A value that is none returns "". */
stretto_status stretto_behavior_get_string(stretto_behavior *self, const char *key_path, stretto_bytes *out_text);
/* Returns the type of the behavior, which never changes. */
stretto_status stretto_behavior_get_type(stretto_behavior *self, stretto_bytes *out_text);

/* ---------------------------------------------------------------- paths */

/* Creates an empty path. */
stretto_status stretto_path_create(stretto_path **out_path);
/* Adds a reference to the path. */
stretto_status stretto_path_retain(stretto_path *self);
/* Drops a reference to the path. NULL does nothing. */
stretto_status stretto_path_release(stretto_path *self);
/* Begins a subpath at (x, y). */
stretto_status stretto_path_move_to(stretto_path *self, double x, double y);
/* Adds a straight line to (x, y). In an empty path the line starts at (0, 0). */
stretto_status stretto_path_line_to(stretto_path *self, double x, double y);
/* Adds a quadratic curve to (x, y) with one control point. */
stretto_status stretto_path_quad_to(stretto_path *self, double cx, double cy, double x, double y);
/* Adds a cubic curve to (x, y) with two control points. */
stretto_status stretto_path_curve_to(stretto_path *self, double c1x, double c1y, double c2x, double c2y, double x, double y);
/* Closes the subpath with a line to its start. */
stretto_status stretto_path_close(stretto_path *self);
/* Adds a rectangle, which starts at (x, y) and first runs along +x. Width and height may be negative. */
stretto_status stretto_path_add_rect(stretto_path *self, double x, double y, double width, double height);
/* Adds the ellipse inside a rectangle. The ellipse starts at (max x, mid y) and first runs towards +y. */
stretto_status stretto_path_add_ellipse(stretto_path *self, double x, double y, double width, double height);
/* Adds a rectangle with rounded corners. The radii are at least 0 and are clamped to half of the sides. */
stretto_status stretto_path_add_rounded_rect(stretto_path *self, double x, double y, double width, double height, double radius_x, double radius_y);
/*
 * Adds a rectangle with continuous corners, like the cornerCurve "continuous" of layers. The radius is at least 0 and is
 * clamped to half of the shorter side.
 */
stretto_status stretto_path_add_continuous_rect(stretto_path *self, double x, double y, double width, double height, double radius);
/*
 * Adds an outline in SVG's path notation ("M0 0L10 0..."). Returns STRETTO_ERROR_INVALID_ARGUMENT for a syntax error; the
 * message names the byte.
 */
stretto_status stretto_path_add_svg(stretto_path *self, const char *text);
/*
 * Adds an arc of a circle between two angles in radians, which are measured from +x towards +y. If a subpath is open, a line
 * joins it to the start of the arc. Each point of the arc is the centre plus radius * (cos, sin), so that a negative radius
 * starts on the opposite side. A clockwise arc, as seen with y downwards, runs to the first angle after `start` that equals
 * `end` up to whole turns. A counterclockwise arc runs to the first angle before `start` that equals `end` up to whole turns.
 * Angles that are a whole turn apart, in either order, make a full circle. Further whole turns are drawn too, as in Core
 * Graphics: an arc from 0 to 4 pi runs around twice. Returns STRETTO_ERROR_LIMIT if the path would have more than 2^22
 * elements.
 */
stretto_status stretto_path_add_arc(stretto_path *self, double cx, double cy, double radius, double start, double end, bool is_clockwise);
/*
 * Appends the subpaths of `other`, with each point transformed. A NULL transform is the identity. Returns
 * STRETTO_ERROR_INVALID_ARGUMENT if the transform has perspective. Returns STRETTO_ERROR_LIMIT if the path would have more than
 * 2^22 elements.
 */
stretto_status stretto_path_add_path(stretto_path *self, stretto_path *other, const stretto_transform *transform);
/*
 * Adds the outline of a stroke along another path, for filling by the non-zero rule (CGPathCreateCopyByStrokingPath). A stroke
 * with a width of 0 adds nothing. `cap` is "butt", "round" or "square", and `join` is "miter", "round" or "bevel". A NULL `cap`
 * stands for "butt", and a NULL `join` stands for "miter". A miter that is longer than `miter_limit` widths becomes a bevel.
 * Curves are approximated by lines, with an error of at most a hundred-thousandth of the path's size. Returns
 * STRETTO_ERROR_LIMIT if the outline would have too many elements.
 */
stretto_status stretto_path_add_stroke(stretto_path *self, stretto_path *other, double width, const char *cap, const char *join, double miter_limit);
/* Kinds of segments of a string, by the rules of Unicode. */
typedef int32_t stretto_text_segment;
enum {
  STRETTO_SEGMENT_CHARACTER = 0, /* grapheme clusters, which a text layer counts as its characters */
  STRETTO_SEGMENT_WORD = 1,      /* words as a double click selects them: spaces and punctuation are separate words */
  STRETTO_SEGMENT_UNBROKEN = 2   /* text between two line break opportunities */
};

/*
 * Returns the ends of a string's segments as an array of byte offsets into its UTF-8 text. The function needs no layer and no
 * font.
 */
stretto_status stretto_text_get_segments(const char *text, stretto_text_segment by, int32_t *out_ends,
                                         uint32_t capacity, uint32_t *out_count);

/*
 * Adds the outlines of a kerned text, with the baseline of the first line starting at (x, y). The font_size is 0 to 1e6 points
 * per em. A NULL font is Stretto Sans. Returns STRETTO_ERROR_INVALID_ARGUMENT if neither the font nor Stretto Sans has an
 * outline for a character; the message names the characters.
 */
stretto_status stretto_path_add_text(stretto_path *self, const char *text, stretto_font *font, double font_size, double x, double y);
/* Returns the bounding box of the path (x, y, width, height) as an array. An empty path returns no numbers. */
stretto_status stretto_path_get_bounds(stretto_path *self, double *out_values, uint32_t capacity, uint32_t *out_count);
/* Returns the length of all lines and curves in points. Moves between subpaths do not count. */
stretto_status stretto_path_get_length(stretto_path *self, double *out_length);
/*
 * Returns the point at `distance` points along the path, and the direction of travel there in radians from +x towards +y. The
 * distance is clamped to 0...length, and out_angle may be NULL. Returns STRETTO_ERROR_INVALID_ARGUMENT if the path has no lines
 * or curves.
 */
stretto_status stretto_path_get_point_at(stretto_path *self, double distance, double *out_x, double *out_y, double *out_angle);
/*
 * Returns the elements of the path: one letter of M, L, Q, C and Z for each element, and 2, 2, 4, 6 or 0 numbers in
 * `out_numbers`. If both arrays are NULL, the function returns only the counts.
 */
stretto_status stretto_path_get_elements(stretto_path *self, char *out_letters, uint32_t letter_capacity, double *out_numbers, uint32_t number_capacity, uint32_t *out_letter_count, uint32_t *out_number_count);

/* ---------------------------------------------------------------- images */

typedef int32_t stretto_alpha;
enum {
  STRETTO_ALPHA_STRAIGHT = 0,     /* (255, 0, 0, 127) is half-transparent red */
  STRETTO_ALPHA_PREMULTIPLIED = 1 /* (127, 0, 0, 127) is half-transparent red */
};

/*
 * Creates an image from pixels, which are copied. Width and height are 1 to 32768 pixels. `bytes_per_row` is at least 4 *
 * width.
 */
stretto_status stretto_image_create(const uint8_t *pixels, uint32_t width, uint32_t height, size_t bytes_per_row, stretto_alpha alpha, stretto_image **out_image);
/*
 * Opens a PNG file as an image. Returns STRETTO_ERROR_LOAD if the file does not exist or is broken; the message names the file.
 */
stretto_status stretto_image_open(const char *path, stretto_image **out_image);
/* Decodes the bytes of a PNG file as an image. Returns STRETTO_ERROR_LOAD if the bytes are not a valid PNG file. */
stretto_status stretto_image_decode(const uint8_t *bytes, size_t size, stretto_image **out_image);
/*
 * Draws a text on a transparent background, into an image of the size of its lines. The image has `scale` pixels per point.
 * Characters that the font lacks come from the fallback fonts of text layers. A NULL font is Stretto Sans.
 */
stretto_status stretto_image_create_text(const char *text, stretto_font *font, double font_size, double red, double green, double blue, double alpha, double scale, stretto_image **out_image);
/* Adds a reference to the image. */
stretto_status stretto_image_retain(stretto_image *self);
/* Drops a reference to the image. NULL does nothing. */
stretto_status stretto_image_release(stretto_image *self);
/* Returns the width and height of the image in pixels. */
stretto_status stretto_image_get_size(stretto_image *self, uint32_t *out_width, uint32_t *out_height);
/*
 * Copies the pixels of the image into `size` bytes of memory, with straight or premultiplied alpha. Returns
 * STRETTO_ERROR_INVALID_ARGUMENT if the memory is too small.
 */
stretto_status stretto_image_get_pixels(stretto_image *self, stretto_alpha alpha, uint8_t *out_pixels, size_t bytes_per_row, size_t size);

/* ---------------------------------------------------------------- fonts
 *
 * A font never changes. Where a function takes a font, NULL means Stretto Sans, which is built into the library (Latin, Greek
 * and Cyrillic; weights 100 to 900). A text in Stretto Sans has the same bytes on every machine. Only stretto_font_find,
 * stretto_font_find_covering, stretto_font_create_emoji, and emoji in texts read the fonts that are installed on the machine.
 *
 * Colour glyphs come from COLR tables (versions 0 and 1, palette 0), CBDT tables or sbix tables. Glyphs of an SVG table are
 * drawn as plain outlines.
 */

/* Returns Stretto Sans, the built-in font. */
stretto_status stretto_font_create_default(stretto_font **out_font);
/*
 * Returns the emoji font of the machine, or NULL if no emoji font is found. The font is the file of
 * stretto_font_set_emoji_path, or else NotoColorEmoji.ttf in the default font folders. The library searches for the emoji font
 * once.
 */
stretto_status stretto_font_create_emoji(stretto_font **out_font);
/*
 * Sets the file of the emoji font. A file that does not exist is ignored. Call stretto_font_set_emoji_path before any text
 * needs the emoji font. The path is copied.
 */
stretto_status stretto_font_set_emoji_path(const char *path);
/*
 * Opens the font at `index` of a TrueType, CFF or CFF2 file of at most 256 MiB. The index is 0 unless the file is a font
 * collection. Returns STRETTO_ERROR_LOAD if the file is not a font, has neither outlines nor bitmaps, or is compressed (WOFF);
 * the message names the file.
 */
stretto_status stretto_font_open(const char *path, uint32_t index, stretto_font **out_font);
/*
 * Opens a font from the bytes of a font file, which are copied. The argument `index` and the errors are those of
 * stretto_font_open.
 */
stretto_status stretto_font_decode(const uint8_t *bytes, size_t size, uint32_t index, stretto_font **out_font);
/*
 * Finds the font of a family below the given folders, or below the default folders if `folder_count` is 0. The family is the
 * exact typographic or legacy family name, ignoring case. Among the fonts of the family the function prefers the slant
 * `is_italic`, then the nearest `weight` by CSS's rule, then the first font in the order of the file paths. In a variable font
 * the weight axis is set to `weight`. Returns NULL if no font has the family name.
 */
stretto_status stretto_font_find(const char *family, double weight, bool is_italic, const char *const *folders, uint32_t folder_count, stretto_font **out_font);
/*
 * Returns the fonts below the folders that have a glyph for every character of a text, in the order of their paths, as an
 * array. The caller releases each font.
 */
stretto_status stretto_font_find_covering(const char *text, const char *const *folders, uint32_t folder_count, stretto_font **out_fonts, uint32_t capacity, uint32_t *out_count);
/* Adds a reference to the font. */
stretto_status stretto_font_retain(stretto_font *self);
/* Drops a reference to the font. NULL does nothing. */
stretto_status stretto_font_release(stretto_font *self);
/*
 * Returns the font with other values on the given axes ("wght", ...). Axes that are not listed keep their values. Returns
 * STRETTO_ERROR_INVALID_ARGUMENT for an axis that the font lacks, or for a value outside the range of the axis; the message
 * lists the axes with their ranges.
 */
stretto_status stretto_font_vary(stretto_font *self, const char *const *axes, const double *values, uint32_t count, stretto_font **out_font);

typedef int32_t stretto_font_string;
enum {
  STRETTO_FONT_FAMILY = 0,  /* the typographic family name, in English if available */
  STRETTO_FONT_STYLE = 1,   /* "Regular" */
  STRETTO_FONT_LICENSE = 2, /* the licence text inside the font */
  STRETTO_FONT_PATH = 3,    /* the path of the font file; "" if the font was decoded from bytes */
  STRETTO_FONT_DIGEST = 4   /* the SHA-256 of the font file, as 64 hexadecimal digits */
};

/* Returns a text that describes the font, such as its family or its licence. */
stretto_status stretto_font_get_string(stretto_font *self, stretto_font_string which, stretto_bytes *out_text);
/* Returns the ascent, the descent and the line gap of the font, as fractions of the font size. */
stretto_status stretto_font_get_metrics(stretto_font *self, double *out_ascent, double *out_descent, double *out_line_gap);

/* An axis of a variable font. */
typedef struct stretto_font_axis {
  uint32_t struct_size; /* sizeof(stretto_font_axis) */
  char tag[8];          /* four characters such as "wght", and a final NUL */
  double minimum;
  double default_value;
  double maximum;
  double value; /* the value that this font has on the axis */
} stretto_font_axis;

/* Returns the axes of a variable font as an array, in the order of the font file. */
stretto_status stretto_font_get_axes(stretto_font *self, stretto_font_axis *out_axes, uint32_t capacity, uint32_t *out_count);
/*
 * Returns the characters (grapheme clusters) of a text that the font lacks, each once, in the order of the text. Each character
 * of the result is followed by a line feed.
 */
stretto_status stretto_font_get_missing(stretto_font *self, const char *text, stretto_bytes *out_text);
/* Returns the bytes of the font file. */
stretto_status stretto_font_get_data(stretto_font *self, stretto_bytes *out_bytes);
/* Returns the index of the font in its file. The index is above 0 only in font collections. */
stretto_status stretto_font_get_index(stretto_font *self, uint32_t *out_index);

/*
 * Encodes pixels as a PNG file in 8-bit RGBA, tagged as sRGB. The `level` of compression is 0 (stored) to 9 (smallest);
 * stretto_scene_write_png uses 2. `threads` is the number of threads, or 0 for one per processor. The bytes depend only on the
 * pixels and the level. Returns STRETTO_ERROR_LIMIT if a side exceeds 32768 pixels or the picture exceeds 2^28 pixels.
 */
stretto_status stretto_png_encode(const uint8_t *pixels, uint32_t width, uint32_t height, size_t bytes_per_row, stretto_alpha alpha, uint32_t level, uint32_t threads, stretto_bytes *out_bytes);

/* ---------------------------------------------------------------- scenes */

/*
 * Creates a scene of `width` x `height` points, with an empty root layer and a transparent background. Returns
 * STRETTO_ERROR_INVALID_ARGUMENT unless both sides are above 0.
 */
stretto_status stretto_scene_create(double width, double height, stretto_scene **out_scene);
/* Adds a reference to the scene. */
stretto_status stretto_scene_retain(stretto_scene *self);
/* Drops a reference to the scene. NULL does nothing. */
stretto_status stretto_scene_release(stretto_scene *self);
/*
 * Returns the root layer, which has the size of the scene. The handle of the root layer is borrowed from the scene, and
 * releasing this handle returns STRETTO_ERROR_INVALID_HANDLE. Returns NULL if `self` is not a scene.
 */
stretto_layer *stretto_scene_root(stretto_scene *self);
/* Returns the width and height of the scene in points. */
stretto_status stretto_scene_get_size(stretto_scene *self, double *out_width, double *out_height);
/* Sets the colour behind the root layer. (0, 0, 0, 0) is transparent. */
stretto_status stretto_scene_set_background(stretto_scene *self, double red, double green, double blue, double alpha);
/* Writes the 4 components of the background colour. */
stretto_status stretto_scene_get_background(stretto_scene *self, double *out_rgba);
/* Sets the emoji font of the scene's texts. NULL selects the font of stretto_font_create_emoji. */
stretto_status stretto_scene_set_emoji_font(stretto_scene *self, stretto_font *font);
/* Returns the emoji font that was set for the scene, or NULL if none was set. */
stretto_status stretto_scene_get_emoji_font(stretto_scene *self, stretto_font **out_font);
/*
 * Returns the size of a frame in pixels: round(points * scale), at least 1 pixel. Returns STRETTO_ERROR_LIMIT if a side exceeds
 * 32768 pixels or the frame exceeds 2^28 pixels.
 */
stretto_status stretto_scene_get_pixel_size(stretto_scene *self, double scale, uint32_t *out_width, uint32_t *out_height);

/* Options of a frame. Initialize the struct with stretto_render_options_init. */
typedef struct stretto_render_options {
  uint32_t struct_size;
  stretto_alpha alpha; /* default: straight alpha */
  double scale;        /* pixels per point, above 0; default: 1 */
  uint32_t threads;    /* 0, the default: one thread per processor. The pixels do not depend on the number */
  uint32_t timeout_ms; /* milliseconds until the call ends with CANCELLED; 0, the default: no timeout. See also stretto_limits_set */
} stretto_render_options;

/* Fills in the default options of a frame. */
void stretto_render_options_init(stretto_render_options *self);

/*
 * Draws the frame at the scene time `time` with straight alpha. The memory has `size` bytes, and its rows are bytes_per_row
 * apart, at least 4 * width of the frame in pixels. Returns STRETTO_ERROR_LIMIT if the scene has more than 2^22 copies.
 */
stretto_status stretto_scene_render(stretto_scene *self, double time, double scale, uint8_t *out_pixels, size_t bytes_per_row, size_t size);
/*
 * Draws the frame at the scene time `time` with the given options; NULL selects the default options. The memory and the errors
 * are those of stretto_scene_render.
 */
stretto_status stretto_scene_render_with(stretto_scene *self, double time, const stretto_render_options *options, uint8_t *out_pixels, size_t bytes_per_row, size_t size);
/*
 * Callback that receives the frame at `index` from stretto_scene_render_frames. The pixels are valid until the callback
 * returns. Return true to continue with the next frame, or false to end the call with STRETTO_ERROR_CANCELLED. The callback may
 * call the library, but must not wait for a thread that changes the scene.
 */
typedef bool (*stretto_take_frame)(void *context, uint32_t index, const uint8_t *pixels, size_t bytes_per_row);
/*
 * Draws the frames at `count` times with the same options, and passes each frame to `take`, in order, on the calling thread.
 * Each of options.threads threads draws whole frames, so that many small frames take less time than with
 * stretto_scene_render_with. The pixels are those of stretto_scene_render_with. Up to two frames per thread wait for delivery,
 * with at most 2^28 bytes together; a single frame may be larger. The limits options.timeout_ms, stretto_limits_set and
 * stretto_scene_cancel apply to the call as a whole, and frames that were delivered before the end are complete. If another
 * thread changes the scene, each frame shows the scene as it was when drawing that frame began. The errors are those of
 * stretto_scene_render_with, for the earliest frame that cannot be drawn.
 */
stretto_status stretto_scene_render_frames(stretto_scene *self, const double *times, uint32_t count, const stretto_render_options *options, stretto_take_frame take, void *context);
/*
 * Cancels the frames and queries of the scene that other threads are working on, and returns without waiting for them. Later
 * calls on the scene are not affected.
 */
stretto_status stretto_scene_cancel(stretto_scene *self);
/*
 * Draws the frame at the scene time `time` and writes it as a PNG file. Returns STRETTO_ERROR_WRITE if the file cannot be
 * written; the message names the file.
 */
stretto_status stretto_scene_write_png(stretto_scene *self, double time, double scale, const char *path);
/*
 * Writes the frame as an SVG file whose size is the scene's size in points. Text becomes outlines. Gradients, masks, opacity
 * and CSS's blend modes become elements of SVG. If `has_filters` is true, blurs, shadows and colour matrices become SVG
 * filters. SVG cannot express conic gradients, layers of several colours in perspective, filtered backdrops, additive particles
 * and Porter-Duff operators, so these effects are embedded as pictures. The embedded pictures are drawn with options.scale
 * pixels per point by options.threads threads, and options.alpha has no effect. NULL selects the default options. Returns
 * STRETTO_ERROR_LIMIT for more than 2^20 shapes (counting every copy), 2^28 bytes, 2^26 pixels in pictures or 2^10 embedded
 * pictures. Returns STRETTO_ERROR_WRITE if the file cannot be written.
 */
stretto_status stretto_scene_write_svg(stretto_scene *self, double time, const stretto_render_options *options, bool has_filters, const char *path);
/* Returns the bytes of the file that stretto_scene_write_svg writes. */
stretto_status stretto_scene_encode_svg(stretto_scene *self, double time, const stretto_render_options *options, bool has_filters, stretto_bytes *out_bytes);

/* Choices for layers that an animated vector format cannot express. */
typedef int32_t stretto_fallback;
enum {
  STRETTO_FALLBACK_ERROR = 0, /* the call returns INVALID_ARGUMENT; the message names the layer and the property */
  STRETTO_FALLBACK_IMAGE = 1  /* the layer and its sublayers are written as pictures */
};

/* Options of an animated vector file. Initialize the struct with stretto_vector_options_init. */
typedef struct stretto_vector_options {
  uint32_t struct_size;
  stretto_fallback fallback; /* default: STRETTO_FALLBACK_ERROR */
  double start;              /* scene time at which the file begins, in seconds; NAN, the default: the time from which the scene is periodic */
  double duration;           /* seconds; NAN, the default: the period of the scene, or the time until a scene that ends is static */
  double tolerance;          /* largest position error in points, above 0; default: 0.1 */
  double frame_rate;         /* frames per second of Lottie (a file may differ by a quarter) and of fallback pictures, 1...240; default: 60 */
  double scale;              /* pixels per point of fallback pictures, above 0; default: 2 */
  uint32_t timeout_ms;       /* milliseconds until the call ends with CANCELLED; 0, the default: no timeout. See also stretto_limits_set */
  uint32_t reserved;         /* 0 */
} stretto_vector_options;

/* Fills in the default options of an animated vector file. */
void stretto_vector_options_init(stretto_vector_options *self);
/*
 * Writes the scene as an SVG file that CSS and SMIL animate in an endless loop. The file contains no script and no external
 * reference. Text becomes outlines, and a media query pauses the animation for viewers who prefer reduced motion. The title of
 * the file is the name of the scene's root layer. NULL selects the default options. Returns STRETTO_ERROR_INVALID_ARGUMENT if
 * SVG cannot express a layer and `fallback` does not allow pictures, or if the scene never repeats and `duration` is not set.
 * Returns STRETTO_ERROR_LIMIT for more than 20000 elements, 2000 particles per emitter, 400000 keyframes or 2^26 pixels in
 * pictures. Returns STRETTO_ERROR_WRITE if the file cannot be written.
 */
stretto_status stretto_scene_write_animated_svg(stretto_scene *self, const stretto_vector_options *options, const char *path);
/* Returns the bytes of the file that stretto_scene_write_animated_svg writes. */
stretto_status stretto_scene_encode_animated_svg(stretto_scene *self, const stretto_vector_options *options, stretto_bytes *out_bytes);
/*
 * Writes the scene as a Lottie animation (JSON), which players loop as a whole. The options and errors are those of
 * stretto_scene_write_animated_svg.
 */
stretto_status stretto_scene_write_lottie(stretto_scene *self, const stretto_vector_options *options, const char *path);
/* Returns the bytes of the file that stretto_scene_write_lottie writes. */
stretto_status stretto_scene_encode_lottie(stretto_scene *self, const stretto_vector_options *options, stretto_bytes *out_bytes);

/* One instance of a layer in the picture. */
typedef struct stretto_instance {
  uint32_t struct_size; /* sizeof(stretto_instance) */
  double local_time;    /* local time of the layer, in seconds */
  double transform[16]; /* matrix from the layer's coordinates to the scene, flattened into the scene's plane */
  double color[4];      /* product of the colours of the replicators around the layer; straight alpha, 0...1 */
  uint32_t index_count;
  int32_t index[32]; /* indices of the copy, outermost replicator first */
} stretto_instance;

/*
 * Returns every instance of `layer` at the scene time `time`, in tree order, as an array. A layer that is hidden, or that lies
 * in a hidden layer, has no instances. Returns STRETTO_ERROR_INVALID_ARGUMENT if the layer is not in the scene.
 */
stretto_status stretto_scene_get_instances(stretto_scene *self, stretto_layer *layer, double time, stretto_instance *out_instances, uint32_t capacity, uint32_t *out_count);

/*
 * Returns how far each instance of a layer runs ahead of the first instance, in seconds of local time, as an array in the order
 * of stretto_scene_get_instances. If everything in the layer repeats with one period, the offsets are reduced modulo the
 * period. Instances with equal offsets are in phase.
 */
stretto_status stretto_scene_get_phase_offsets(stretto_scene *self, stretto_layer *layer, double time, double *out_offsets, uint32_t capacity, uint32_t *out_count);

/* The layer and the copy that are painted at a point. */
typedef struct stretto_hit {
  uint32_t struct_size; /* sizeof(stretto_hit) */
  uint32_t index_count;
  stretto_layer *layer; /* one reference, to be released; NULL if nothing is painted at the point */
  double x, y;          /* the point in the layer's coordinates */
  int32_t index[32];    /* indices of the copy, outermost replicator first */
  int32_t character;    /* index of the character if the layer is the glyph layer of a text; otherwise -1 */
  uint32_t portal_index_count;
  stretto_layer *portal;    /* the portal or proxy that shows the layer: one reference, to be released; NULL for a layer in its own tree position */
  int32_t portal_index[32]; /* indices of the portal's copy, outermost replicator first */
} stretto_hit;

/*
 * Finds the topmost layer instance at each of `count` points (x, y) of the scene, at a scene time, and writes one hit per
 * point. A point hits a layer if the layer itself paints a background, contents, a fill, a stroke, a border or particles at the
 * point, and no mask or clip removes the paint. All points see one state of the scene. If portals show portals, the hit names
 * the innermost portal. The portal of a hit can be the `portal` of a stretto_appearance, which then converts the hit's point
 * back to the scene. Returns STRETTO_ERROR_INVALID_ARGUMENT if a coordinate is not finite; no hit is written then.
 */
stretto_status stretto_scene_hit_test(stretto_scene *self, const double *points, uint32_t count, double time, stretto_hit *out_hits);

typedef int32_t stretto_loop_kind;
enum {
  STRETTO_LOOP_REPEATS = 0,    /* repeats for ever with a period */
  STRETTO_LOOP_ENDS = 1,       /* ends and is static afterwards */
  STRETTO_LOOP_CUMULATIVE = 2, /* accumulates from one iteration to the next, and so never repeats */
  STRETTO_LOOP_EMITTER = 3     /* emits random particles, and so never repeats */
};

/* How one animation, layer or emitter contributes to the loop of a scene. */
typedef struct stretto_loop_entry {
  uint32_t struct_size; /* sizeof(stretto_loop_entry) */
  stretto_loop_kind kind;
  stretto_layer *layer;   /* one reference, to be released */
  double period;          /* seconds of scene time; infinite if nothing repeats, 0 if the animation ends */
  stretto_bytes key_path; /* key path of the animation, to be released; "" for a group, a layer's own timing or an emitter */
} stretto_loop_entry;

/*
 * Returns the duration in seconds of the shortest clip that loops without a discontinuity: 0 if the scene is static, NaN if
 * something never repeats. The scene is periodic from the time out_steady_from on. The array of entries gives the reasons for
 * the duration.
 */
stretto_status stretto_scene_get_loop_report(stretto_scene *self, double *out_duration, double *out_steady_from, stretto_loop_entry *out_entries, uint32_t capacity, uint32_t *out_count);

typedef int32_t stretto_diagnostic_code;
enum {
  STRETTO_DIAGNOSTIC_REMOVED_TOO_SOON = 1,       /* an animation that is removed on completion disappears before late copies have finished it */
  STRETTO_DIAGNOSTIC_BLACK_SOURCE = 2,           /* colour offsets of a replicator multiply the source's colours, and have no effect on black */
  STRETTO_DIAGNOSTIC_PIVOT_AT_CORNER = 3,        /* a replicator without a size rotates or scales its copies about its corner */
  STRETTO_DIAGNOSTIC_DELAY_BEYOND_CLIP = 4,      /* the last copy starts after the end of the clip */
  STRETTO_DIAGNOSTIC_MATRIX_STEPS = 5,           /* a matrix with parallel axes cannot be interpolated, so that the value switches halfway */
  STRETTO_DIAGNOSTIC_NO_SIZE = 6,                /* the bounds have no area, so that their contents, clipped sublayers or proxies are invisible */
  STRETTO_DIAGNOSTIC_NOTHING_TO_PAINT = 7,       /* a layer paints nothing and has no visible sublayer; key_path names the missing property */
  STRETTO_DIAGNOSTIC_OUTSIDE = 8,                /* a static layer lies outside the scene */
  STRETTO_DIAGNOSTIC_EMPTY_CELL = 9,             /* an emitter cell shows no particles; key_path names the missing property */
  STRETTO_DIAGNOSTIC_SPRING_CUT_OFF = 10,        /* a spring ends or restarts while it still moves, because its duration is less than half of its settling duration */
  STRETTO_DIAGNOSTIC_MISSING_GLYPH = 11,         /* no font has some characters of a text, which key_path names, and boxes are drawn instead */
  STRETTO_DIAGNOSTIC_COLOR_GLYPH_NOT_DRAWN = 12, /* characters of a text, which key_path names, have colour glyphs that cannot be drawn: an SVG table, or a COLR table that is broken or exceeds the limits */
  STRETTO_DIAGNOSTIC_ARRAY_TOO_SHORT = 13,       /* the array key_path of a text or replicator has entries for some copies only, and no other property, such as instanceDelay, applies to the remaining copies */
  STRETTO_DIAGNOSTIC_SOURCE_OWN_MOTION = 14,     /* an animation of key_path on a source has no effect, because only proxies or portals show the source */
  STRETTO_DIAGNOSTIC_SUBLAYER_NOT_SHOWN = 15,    /* a sublayer of a view replicator is not a proxy, or a proxy has a sublayer: neither is drawn */
  STRETTO_DIAGNOSTIC_GROUP_CUTS_OFF = 16,        /* an animation group ends before its member key_path has played once */
  STRETTO_DIAGNOSTIC_SNAPS_BACK = 17,            /* an animation is removed at an end value that differs from the layer's own value; an animation without a forwards fill mode is reported only if it ends within the clip */
  STRETTO_DIAGNOSTIC_NO_VALUES = 18,             /* an animation of key_path has no values and no effect */
  STRETTO_DIAGNOSTIC_DELAY_WITHOUT_MOTION = 19,  /* key_path of a text or replicator itself is animated, and the delays of its copies have no effect because nothing in the copies moves */
  STRETTO_DIAGNOSTIC_HIDDEN_MOTION = 20,         /* key_path is animated on a layer that is always hidden */
  STRETTO_DIAGNOSTIC_DEGREES = 21,               /* the angles of key_path are multiples of 15 above 2 pi, and look like degrees instead of radians */
  STRETTO_DIAGNOSTIC_MOSTLY_OUTSIDE = 22,        /* a static layer is centred at (0, 0), so that three quarters of the layer lie outside the scene */
  STRETTO_DIAGNOSTIC_COLOR_OF_BACKGROUND = 23,   /* a text has the colour of the scene's background, and nothing lies between them */
  STRETTO_DIAGNOSTIC_NO_SUCH_COPY = 24,          /* key_path was set for copies with more indices than there are replicators around the layer */
  STRETTO_DIAGNOSTIC_STROKE_WITHOUT_COLOR = 25,  /* key_path of a shape or glyph layer concerns its stroke, which has no colour */
  STRETTO_DIAGNOSTIC_OFFSET_WITHOUT_EFFECT = 26, /* the colour offset key_path adds to a component of 1, or subtracts from a component of 0 */
  STRETTO_DIAGNOSTIC_NOT_A_FRACTION = 27,        /* key_path is a fraction but has a value above 4, which looks like pixels or percent */
  STRETTO_DIAGNOSTIC_IGNORED_PROPERTY = 28,      /* key_path has no effect on a transform layer, or on a replicator that preserves depth */
  STRETTO_DIAGNOSTIC_ANIMATION_REPLACED = 29,    /* an animation of key_path replaces another one while both are active */
  STRETTO_DIAGNOSTIC_KEYFRAMES_DO_NOT_FIT = 30,  /* the key times or timing functions of key_path do not match the number of values, or do not run from 0 to 1 */
  STRETTO_DIAGNOSTIC_GRADIENT_THROUGH_GREY = 31, /* a gradient stop with alpha 0 has another colour than its visible neighbour */
  STRETTO_DIAGNOSTIC_PATH_STEPS = 32,            /* two paths of an animation of key_path have different elements, so that the value switches halfway */
  STRETTO_DIAGNOSTIC_NO_SUCH_PART = 33,          /* key_path is animated, but leads to a cell, filter or sublayer that the layer does not have */
  STRETTO_DIAGNOSTIC_LIGHT_NOT_DRAWN = 34,       /* an emitter behavior of the type light is not drawn */
  STRETTO_DIAGNOSTIC_NO_VECTOR_FORM = 35         /* a vector format cannot express key_path, which is in words, so that a file shows pictures of the layer */
};

/* A diagnostic: a part of a scene that probably does not do what its author expects. */
typedef struct stretto_diagnostic {
  uint32_t struct_size; /* sizeof(stretto_diagnostic) */
  stretto_diagnostic_code code;
  stretto_layer *layer;   /* one reference, to be released */
  stretto_bytes key_path; /* key path of the property, to be released; "" for the layer as a whole */
} stretto_diagnostic;

/*
 * Returns the diagnostics of a scene as an array. `clip_s` is the length of the intended clip in seconds, or INFINITY. Returns
 * STRETTO_ERROR_INVALID_ARGUMENT if the length is negative or NaN.
 */
stretto_status stretto_scene_diagnose(stretto_scene *self, double clip_s, stretto_diagnostic *out_diagnostics, uint32_t capacity, uint32_t *out_count);

/* Formats of animated vector files. */
typedef int32_t stretto_vector_format;
enum {
  STRETTO_VECTOR_SVG = 0,   /* the file that stretto_scene_write_animated_svg writes */
  STRETTO_VECTOR_LOTTIE = 1 /* the file that stretto_scene_write_lottie writes */
};

/*
 * Returns the layers that an animated vector file shows as pictures if options.fallback is STRETTO_FALLBACK_IMAGE, as an array
 * of diagnostics with the code STRETTO_DIAGNOSTIC_NO_VECTOR_FORM. The function writes no file, draws no pictures and ignores
 * options.fallback. NULL selects the default options. Returns STRETTO_ERROR_INVALID_ARGUMENT for an unknown format, or if the
 * scene never repeats and options.duration is not set. Returns STRETTO_ERROR_LIMIT for more than 20000 elements or 400000
 * keyframes.
 */
stretto_status stretto_scene_diagnose_vectors(stretto_scene *self, stretto_vector_format format, const stretto_vector_options *options, stretto_diagnostic *out_diagnostics, uint32_t capacity, uint32_t *out_count);

/*
 * The phases of an animation, computed from its timing properties. The timing of the layers around the animation is
 * extrapolated linearly.
 */
typedef struct stretto_phases {
  uint32_t struct_size; /* sizeof(stretto_phases) */
  stretto_layer *layer; /* one reference, to be released; NULL from stretto_animation_get_phases */
  double begin, end;    /* seconds; the end is infinite if the animation never ends */
  double cycle;         /* seconds of one iteration; with autoreverses the reverse run takes the same time again */
  double change;        /* scene time of the state change that plays the animation; NaN for an animation of the layer itself */
  uint32_t depth;       /* number of animation groups around the animation */
  bool autoreverses;
  bool fills_before, fills_after; /* whether the first value shows before the begin, and the last value after the end */
  stretto_bytes key;              /* key of the animation in its layer, to be released; "" from stretto_animation_get_phases */
  stretto_bytes key_path;         /* to be released; "" for a group */
} stretto_phases;

/*
 * Returns the phases of an animation and of its members as an array, in the local time of the layer that the animation would be
 * added to. Each member is cut off at the end of its group's first iteration.
 */
stretto_status stretto_animation_get_phases(stretto_animation *self, stretto_phases *out_phases, uint32_t capacity, uint32_t *out_count);
/*
 * Returns the phases of all animations of a scene in scene time, as an array. The phases of animations that state changes play
 * come last. The phases do not distinguish the copies of a layer.
 */
stretto_status stretto_scene_get_phases(stretto_scene *self, stretto_phases *out_phases, uint32_t capacity, uint32_t *out_count);

/*
 * Builds a plain layer that looks like a view replicator but uses only public features of Core Animation. The new layer is in
 * no tree, and can replace the view replicator from its local time 0 to the end of the first window. The construction shows a
 * copy of the source in two nested replicators. The replicators shift the time of each proxy by a window of 16,777,216 s, and
 * the source shifts the time back. The construction leaves out overrides for single copies, animated bounds and zPosition of
 * proxies and of the source, and differing properties of proxies that cannot be animated. If a proxy has a mask, additive
 * particles and blend modes do not see anything behind the proxy. Returns STRETTO_ERROR_INVALID_ARGUMENT unless the layer is a
 * view replicator.
 */
stretto_status stretto_layer_get_construction(stretto_layer *self, stretto_layer **out_layer);

/*
 * Returns a view replicator's construction (stretto_layer_get_construction) as Swift source for UIKit and Core Animation,
 * without private API. The Swift source is a function that takes the source layer and returns a layer. Returns
 * STRETTO_ERROR_INVALID_ARGUMENT if a proxy has animations, a mask or its own speed; the message names the proxy's property.
 */
stretto_status stretto_layer_export_source(stretto_layer *self, stretto_bytes *out_text);
/*
 * Returns a scene as Swift source for UIKit and Core Animation, without private API. The Swift source is a function that
 * creates the layers. View replicators become the layers of stretto_layer_get_construction. The source names other features,
 * for which Core Animation has no public API, in comments. Pictures are loaded from the app's assets by the names "picture 1",
 * "picture 2" and so on. Returns STRETTO_ERROR_LIMIT for more than 64 MiB of source.
 */
stretto_status stretto_scene_export_source(stretto_scene *self, stretto_bytes *out_text);

/* ---------------------------------------------------------------- documents
 *
 * You can save, compare, send and open a scene as a document in CAML, Core Animation's own format. Properties that Core
 * Animation lacks are elements and attributes in Stretto's namespace, which Core Animation ignores. The library keeps unknown
 * parts of a document, writes the unknown parts back, and reports each unknown part as a warning.
 */

/*
 * Opens a document: a `.ca` folder or a single `.caml` file. Images must be PNG files in the folder. Images in another format
 * and missing images give a warning. A font that the document gives only by name also gives a warning, and Stretto Sans
 * replaces the font. The function stretto_scene_decode can search folders for fonts that a document gives only by name.
 * Python's Scene.open also reads zip archives, bundles of several documents, and other image formats.
 *
 * The scene has the size of the document's root layer, and its y axis points upwards, as is usual in documents. Returns
 * STRETTO_ERROR_LOAD if the file cannot be read. Returns STRETTO_ERROR_DOCUMENT if the file is not CAML or is too large.
 */
stretto_status stretto_scene_open(const char *path, stretto_scene **out_scene);
/*
 * Writes the scene as a document and replaces an existing document. A path that ends in ".caml" writes a single file with
 * embedded images and fonts. A path without the ending ".caml" writes a folder with index.xml, main.caml and assets/. Returns
 * STRETTO_ERROR_WRITE if a file cannot be written.
 */
stretto_status stretto_scene_save(stretto_scene *self, const char *path);

/*
 * Returns the document of the scene as bytes, with embedded images and fonts. Equal scenes give equal bytes on every machine.
 */
stretto_status stretto_scene_encode(stretto_scene *self, stretto_bytes *out_bytes);
/* Returns the SHA-256 of the scene's document (stretto_scene_encode), as 64 hexadecimal digits. */
stretto_status stretto_scene_get_digest(stretto_scene *self, stretto_bytes *out_text);

/*
 * Callback that returns the image at a path relative to the document, or NULL. The library takes over the reference to the
 * returned image. For an embedded image that is not a PNG, the path is the whole "data:" URL. The callback may only call the
 * functions for images.
 */
typedef stretto_image *(*stretto_load_image)(void *context, const char *path);
/*
 * Callback that returns the font at a path relative to the document, or NULL. The callback may return any font of a collection.
 * The library releases the reference to the returned font.
 */
typedef stretto_font *(*stretto_load_font)(void *context, const char *path);
/* Images, fonts and settings that a document needs beside its own bytes. */
typedef struct stretto_document_source {
  uint32_t struct_size;            /* sizeof(stretto_document_source) */
  bool geometry_flipped;           /* true if the bundle's index sets geometryFlipped. y grows downwards if either the index or the root layer sets geometryFlipped, but not both */
  const char *name;                /* name of the document in messages; NULL for "document" */
  stretto_load_image load;         /* NULL loads no images */
  void *context;                   /* first argument of `load` and `load_font` */
  const uint8_t *index;            /* bytes of the bundle's index.xml, or NULL; the geometryFlipped of the index then counts too */
  size_t index_size;               /* number of bytes; unknown keys of the index are preserved */
  stretto_load_font load_font;     /* NULL loads no fonts */
  const char *const *font_folders; /* folders to search for fonts that the document gives only by name */
  uint32_t font_folder_count;      /* 0: no search; Stretto Sans replaces such fonts, with a warning */
} stretto_document_source;

/*
 * Opens a document from bytes, such as those of stretto_scene_encode. `source` describes the files beside the document, or is
 * NULL. The errors are those of stretto_scene_open.
 */
stretto_status stretto_scene_decode(const uint8_t *bytes, size_t size,
                                    const stretto_document_source *source, stretto_scene **out_scene);
/*
 * Adds the layer tree of a document above the scene's other layers, centred and scaled to fit with its aspect ratio. States of
 * the document merge with the scene's states of the same names. The errors are those of stretto_scene_open.
 */
stretto_status stretto_scene_add_document(stretto_scene *self, const uint8_t *bytes, size_t size,
                                          const stretto_document_source *source);

/* Returns the number of warnings about parts of the document that the library did not understand. */
stretto_status stretto_scene_get_warning_count(stretto_scene *self, uint32_t *out_count);
/*
 * Returns the warning at `index`, from 0, as "document:line: sentence". Warnings are in the order of the document. Returns
 * STRETTO_ERROR_INVALID_ARGUMENT if the index is past the end.
 */
stretto_status stretto_scene_get_warning(stretto_scene *self, uint32_t index, stretto_bytes *out_text);

/* Returns a layer with everything below it as a document in the format of stretto_scene_encode. */
stretto_status stretto_layer_encode(stretto_layer *self, stretto_bytes *out_bytes);
/*
 * Opens a layer from the bytes of stretto_layer_encode. The layer is in no tree. Returns STRETTO_ERROR_DOCUMENT if the bytes
 * are not a document of a layer.
 */
stretto_status stretto_layer_decode(const uint8_t *bytes, size_t size, stretto_layer **out_layer);
/* Copies a scene with its layer tree. The copy shares images and fonts with the original. */
stretto_status stretto_scene_copy(stretto_scene *self, stretto_scene **out_scene);
/* Copies a layer with everything below it. The copy is in no tree, and shares images and fonts with the original. */
stretto_status stretto_layer_copy(stretto_layer *self, stretto_layer **out_layer);
/*
 * Copies a layer without its sublayers. The copy is in no tree, and lacks animations of the layer and of its glyph layer that
 * have no effect from the local time `time` on, because the animations have ended and hold no value, or are removed at their
 * end.
 */
stretto_status stretto_layer_copy_alone(stretto_layer *self, double time, stretto_layer **out_layer);

/* ---------------------------------------------------------------- states
 *
 * A state has a name, and values that some layers have while the scene is in the state. The base state has the name "" and is
 * the layer tree itself. The scene is in its base state until the first state change. A change from state S to state T removes
 * the values of S and of the states that S is based on, and sets the values of T. The change plays the transition from S to T.
 * If there is no transition from S to T, the change plays the transitions from each left state to "*" and from "*" to each
 * entered state. An animation of a transition without its own values runs from the value on screen to the value after the
 * change. A frame remains a pure function of tree and time.
 */

/*
 * A layer below the root of a document may have its own states. A state change of the scene also changes a layer with its own
 * states to the layer's state of the same name. The layer keeps its state if none of its states has the name. The function
 * stretto_scene_set_layer_state changes the state of one layer alone.
 */

/* Returns the number of states of the scene and of its layers. */
stretto_status stretto_scene_get_state_count(stretto_scene *self, uint32_t *out_count);
/*
 * Returns the name of the state at `index`: first the states of the scene in the order of the document, then states that only
 * layers have.
 */
stretto_status stretto_scene_get_state_name(stretto_scene *self, uint32_t index, stretto_bytes *out_text);
/* Returns the name of the scene's state at a scene time in seconds. */
stretto_status stretto_scene_get_state(stretto_scene *self, double time, stretto_bytes *out_text);
/*
 * Returns the name of the state of a layer with its own states, at a scene time in seconds. Returns
 * STRETTO_ERROR_INVALID_ARGUMENT if the layer has no states.
 */
stretto_status stretto_scene_get_layer_state(stretto_scene *self, stretto_layer *layer, double time, stretto_bytes *out_text);
/*
 * Adds a state change to a scene. From the scene time `time` on, the scene is in the state `name`, or in its base state for "".
 * Returns STRETTO_ERROR_LIMIT for more than 4096 changes.
 */
stretto_status stretto_scene_set_state(stretto_scene *self, const char *name, double time);
/* Adds a state change of one layer that has its own states. Other layers are not affected. */
stretto_status stretto_scene_set_layer_state(stretto_scene *self, stretto_layer *layer, const char *name,
                                             double time);
/* Returns the scene times of all state changes in ascending order, as an array. */
stretto_status stretto_scene_get_changes(stretto_scene *self, double *out_times, uint32_t capacity, uint32_t *out_count);
/* Removes all state changes. The states themselves remain. */
stretto_status stretto_scene_clear_states(stretto_scene *self);

/* Adds a state without values. The state is based on the state `based_on`, or on the base state for NULL. */
stretto_status stretto_scene_add_state(stretto_scene *self, const char *name, const char *based_on);
/*
 * Removes a state with its transitions and its state changes. States that are based on the removed state are then based on its
 * parent.
 */
stretto_status stretto_scene_remove_state(stretto_scene *self, const char *name);
/* Returns a handle for a layer in a state. The values remain when the handle is released. */
stretto_status stretto_scene_get_layer_in_state(stretto_scene *self, const char *name, stretto_layer *layer, stretto_layer_state **out_state);
/*
 * Sets the transition between two states: `count` animations, each with a layer and a key. The name "*" stands for any state.
 * The animations start at the state change, and their beginTime counts from the change. A count of 0 makes a transition that
 * plays nothing.
 */
stretto_status stretto_scene_set_transition(stretto_scene *self, const char *from, const char *to,
                                            stretto_layer *const *layers,
                                            stretto_animation *const *animations, const char *const *keys,
                                            uint32_t count);

/*
 * A layer in a state can have its own values for every property except "frame", properties whose value is a layer, and timing
 * properties other than "speed" and "autoreverses". A getter returns the value that was set in the state, or else the value of
 * the layer.
 */

/* Adds a reference to the layer in its state. */
stretto_status stretto_layer_state_retain(stretto_layer_state *self);
/* Drops a reference to the layer in its state. NULL does nothing. */
stretto_status stretto_layer_state_release(stretto_layer_state *self);
/* Sets a number, a boolean (0 or 1), an integer, or one component such as "position.x". */
stretto_status stretto_layer_state_set_number(stretto_layer_state *self, const char *key_path, double value);
/* Sets a value of several numbers, such as a point or a transform. `count` must fit the property. */
stretto_status stretto_layer_state_set_numbers(stretto_layer_state *self, const char *key_path, const double *values, uint32_t count);
/* Sets a colour. Drawing clamps the components to 0...1. */
stretto_status stretto_layer_state_set_color(stretto_layer_state *self, const char *key_path, double red, double green, double blue, double alpha);
/*
 * Sets a text in UTF-8, a name or several names. Returns STRETTO_ERROR_INVALID_ARGUMENT for an unknown name; the message
 * suggests the most similar name.
 */
stretto_status stretto_layer_state_set_string(stretto_layer_state *self, const char *key_path, const char *value);
/* Sets a path, which is copied. NULL removes the path. */
stretto_status stretto_layer_state_set_path(stretto_layer_state *self, const char *key_path, stretto_path *value);
/* Sets an image. NULL removes the image. */
stretto_status stretto_layer_state_set_image(stretto_layer_state *self, const char *key_path, stretto_image *value);
/* Sets a font. NULL removes the font. */
stretto_status stretto_layer_state_set_font(stretto_layer_state *self, const char *key_path, stretto_font *value);
/* Sets a list of `count` fonts. */
stretto_status stretto_layer_state_set_fonts(stretto_layer_state *self, const char *key_path, stretto_font *const *values, uint32_t count);
/*
 * Removes an optional value, such as a colour, list, path, image or layer. Returns STRETTO_ERROR_KEY_PATH if the property
 * always has a value.
 */
stretto_status stretto_layer_state_set_none(stretto_layer_state *self, const char *key_path);
/* Returns a number, a boolean (0 or 1), an integer, or one component such as "position.x". */
stretto_status stretto_layer_state_get_number(stretto_layer_state *self, const char *key_path, double *out_value);
/* Returns the numbers of a value as an array. A value that is none has no numbers. */
stretto_status stretto_layer_state_get_numbers(stretto_layer_state *self, const char *key_path, double *out_values, uint32_t capacity, uint32_t *out_count);
/* Returns a text, a name or several names. A value that is none returns "". */
stretto_status stretto_layer_state_get_string(stretto_layer_state *self, const char *key_path, stretto_bytes *out_text);
/* Returns a copy of the path, or NULL if the property has no path. */
stretto_status stretto_layer_state_get_path(stretto_layer_state *self, const char *key_path, stretto_path **out_path);
/* Returns the image, or NULL if the property has no image. */
stretto_status stretto_layer_state_get_image(stretto_layer_state *self, const char *key_path, stretto_image **out_image);
/* Returns the font, or NULL if the property has no font. */
stretto_status stretto_layer_state_get_font(stretto_layer_state *self, const char *key_path, stretto_font **out_font);

/* ---------------------------------------------------------------- stagger */

typedef int32_t stretto_stagger_origin;
enum {
  STRETTO_STAGGER_FIRST = 0,
  STRETTO_STAGGER_CENTER = 1,
  STRETTO_STAGGER_LAST = 2,
  STRETTO_STAGGER_EDGES = 3,
  STRETTO_STAGGER_RANDOM = 4, /* shuffled by `seed` */
  STRETTO_STAGGER_INDEX = 5,  /* from the copy at the index `x` */
  STRETTO_STAGGER_PLACE = 6   /* from the position (x, y) in the grid, in fractions of the grid's size */
};

/* Distribution of delays over copies. Initialize the struct with stretto_stagger_init. */
typedef struct stretto_stagger {
  uint32_t struct_size;
  stretto_stagger_origin origin;
  double seconds; /* delay per unit of distance from the origin, or the total delay */
  bool is_total;  /* true if `seconds` is the delay of the furthest copy */
  uint32_t seed;
  double x, y;
  double ease[4];   /* control points of a timing function; linear by default */
  uint32_t columns; /* 0: the copies form a row instead of a grid */
  uint32_t rows;
  int32_t axis; /* 0 for distances in the plane, 1 for distances along x only, 2 for distances along y only */
  uint32_t reserved;
} stretto_stagger;

/* Fills in the default stagger: delays of 0 seconds from the first copy. */
void stretto_stagger_init(stretto_stagger *self);
/*
 * Writes one delay in seconds for each of `count` copies, for the property "instanceDelays". Returns STRETTO_ERROR_LIMIT for
 * more than 2^22 copies.
 */
stretto_status stretto_stagger_get_delays(const stretto_stagger *self, uint32_t count, double *out_delays);

#ifdef __cplusplus
}
#endif

#endif
