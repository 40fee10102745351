/* Target `calls` of `tools/fuzz`: runs arbitrary bytes as a program of calls of the whole C interface, in any order and with any arguments.
 * One thread runs the program, or two threads that share their handles run a half each.
 * Time limits, cancel flags that the other thread sets and failing allocations cut calls short.
 * No call may crash the process, and every invalid call must return an error.
 *
 * python/tools/generate_fuzz_calls.py generates the calls from the header. */
#include <math.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <stretto.h>

enum {
  MOST = 8,
  ROOM = MOST * MOST,
  BYTES = 1 << 16,
  SLOTS = 24,
  CALLS = 96,
  MEMORY = 1 << 26
};
enum {
  SCENE,
  LAYER,
  COPIES,
  CHARACTERS,
  LAYER_STATE,
  ANIMATION,
  CELL,
  PATH,
  IMAGE,
  FONT,
  NOUNS
};

/* The program and the memory of one thread. Pictures have at most MOST rows of at most BYTES bytes. */
typedef struct program {
  const uint8_t *next, *end;
  struct program *other;
  int32_t flag;
  stretto_status status;
  char raw[4][33];
  unsigned raws;
  size_t blob_size;
  uint8_t blob[MOST * BYTES], bytes[MOST * BYTES];
} program;

/* ---------------------------------------------------------------- allocations that fail */

static _Thread_local unsigned until_no_memory;

/* Returns 1 if an allocation of `size` bytes must fail. Allocations of fewer than `least` bytes always succeed, because Swift objects need them.
 * The Swift runtime ends the process if the allocation of an object or of a coroutine frame fails. */
static int there_is_none(size_t size, size_t least) { return size >= least && until_no_memory && --until_no_memory == 0; }

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
/* The first allocation of an arena must not fail, like Swift's objects (docs/decisions/safety.md).
 * The largest first allocation of an arena is 131 KiB, in `Tiles`. */
void *__wrap_malloc(size_t size) { return there_is_none(size, 1 << 19) ? NULL : __real_malloc(size); }
void *__wrap_calloc(size_t count, size_t size) {
  return there_is_none(count * size, 4096) ? NULL : __real_calloc(count, size);
}
void *__wrap_realloc(void *old, size_t size) {
  return there_is_none(size, old ? 4096 : 1 << 19) ? NULL : __real_realloc(old, size);
}

/* ---------------------------------------------------------------- handles, shared by both threads */

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *handles[NOUNS][SLOTS];
static unsigned kept[NOUNS];

static void let_go(int noun, void *handle) {
  switch (noun) {
  case SCENE:
    stretto_scene_release(handle);
    break;
  case LAYER:
    stretto_layer_release(handle);
    break;
  case COPIES:
    stretto_copies_release(handle);
    break;
  case CHARACTERS:
    stretto_characters_release(handle);
    break;
  case LAYER_STATE:
    stretto_layer_state_release(handle);
    break;
  case ANIMATION:
    stretto_animation_release(handle);
    break;
  case CELL:
    stretto_cell_release(handle);
    break;
  case PATH:
    stretto_path_release(handle);
    break;
  case IMAGE:
    stretto_image_release(handle);
    break;
  case FONT:
    stretto_font_release(handle);
    break;
  }
}

/* Stores a reference in the slot of the oldest reference, which is released. */
static void keep(program *p, int noun, void *handle) {
  (void)p;
  if (!handle) return;
  pthread_mutex_lock(&lock);
  void **slot = &handles[noun][kept[noun]++ % SLOTS];
  void *old = *slot;
  *slot = handle;
  pthread_mutex_unlock(&lock);
  if (old) let_go(noun, old);
}

/* ---------------------------------------------------------------- values from bytes */

static uint8_t byte(program *p) { return p->next < p->end ? *p->next++ : 0; }

/* Chooses a handle from a byte: a live handle, a released handle, an invalid address or NULL. */
static void *handle(program *p, int noun) {
  uint8_t which = byte(p);
  if (which >= 250) return which == 250 ? (void *)(uintptr_t)0x1234567 : NULL;
  pthread_mutex_lock(&lock);
  unsigned there = kept[noun] < SLOTS ? kept[noun] : SLOTS;
  void *found = there ? handles[which % 10 == 9 ? which % NOUNS : noun][which % there] : NULL;
  pthread_mutex_unlock(&lock);
  return found;
}

/* Copies the bytes that a call returned, as input for later calls, and releases the original. */
static void take_bytes(program *p, stretto_bytes *bytes) {
  size_t size = bytes->size < sizeof p->bytes ? bytes->size : sizeof p->bytes;
  if (size) memcpy(p->bytes, bytes->data, size);
  stretto_bytes_release(bytes);
}

static double number(program *p) {
  static const double edges[] = {0, -0.0, 1, -1, 0.5, 2, 1e-3, -0.25, 1e9, 1e300, -1e300, 5e-324, NAN, INFINITY, -INFINITY, 1e-100};
  uint8_t which = byte(p);
  if (which < 160) return which;
  if (which < 224) return (which - 192) / 8.0;
  return edges[which % 16];
}

static int32_t small(program *p) { return (int32_t)(byte(p) % 40) - 2; }

static uint32_t count(program *p) { return byte(p) % (MOST + 1); }

static uint32_t struct_size(program *p, size_t own) { return byte(p) < 240 ? (uint32_t)own : byte(p); }

static size_t size(program *p) {
  static const size_t sizes[] = {0, 1, 32, 256, 1024, 4096, BYTES};
  uint8_t which = byte(p);
  return which < 128 && p->blob_size ? p->blob_size : sizes[which % 7];
}

static char *names[1024];
static unsigned name_count;

static const char *word(program *p) {
  static const char *const words[] = {
      "",
      "a",
      "b",
      "*",
      "linear",
      "easeInEaseOut",
      "M0 0L9 9C1 2 3 4 50 60z",
      "M10 10h20v20a5 5 0 0 1 9 9",
      "Hello \xf0\x9f\x8e\x89",
      "fi \xd8\xb9\xd8\xb1\n\xe2\x80\x8b",
      "transform.rotation.z",
      "transform.scale",
      "emitterCells.a.birthRate",
      "sublayers.a.opacity",
      "position.x",
      "bounds.size.width",
      "path",
      "contents",
      "instanceDelay",
      "instanceCount",
      "string",
      "fontSize",
      "foregroundColor",
      "filters.a.inputRadius",
      "wght",
      "gaussianBlur",
  };
  uint8_t which = byte(p);
  if (which < 150) return names[(which << 8 | byte(p)) % name_count];
  if (which < 240) return words[which % (sizeof words / sizeof *words)];
  if (which == 255) return NULL;
  char *raw = p->raw[p->raws++ % 4];
  unsigned length = byte(p) % 33;
  for (unsigned k = 0; k < length; k++)
    raw[k] = (char)byte(p);
  raw[length] = 0;
  return raw;
}

static const char *path(program *p) {
  static const char *const paths[] = {"a.caml", "b.caml", "c.ca", "d.cascene", "e.png", "f.svg", "g.ttf", "", ".", "none/x", "/dev/null"};
  uint8_t which = byte(p);
  return which == 255 ? NULL : paths[which % (sizeof paths / sizeof *paths)];
}

#define EACH(array, value)       \
  for (int k = 0; k < MOST; k++) \
  array[k] = value
#define REPEAT(array)               \
  for (int k = MOST; k < ROOM; k++) \
  array[k] = array[k - MOST]

static stretto_transform stretto_transform_of(program *p) {
  stretto_transform made = stretto_transform_make_identity();
  for (unsigned changed = byte(p) % 4; changed; changed--)
    made.m[byte(p) % 16] = number(p);
  return made;
}

static stretto_appearance stretto_appearance_of(program *p) {
  static const int32_t copies[MOST] = {0, 1, 2, -1, 0, 3, 1000000, 0};
  return (stretto_appearance){struct_size(p, sizeof(stretto_appearance)), handle(p, LAYER), copies, count(p), byte(p) & 1 ? handle(p, LAYER) : NULL, copies, count(p)};
}

static stretto_render_options stretto_render_options_of(program *p) {
  stretto_render_options made = {.struct_size = sizeof made};
  stretto_render_options_init(&made);
  made.struct_size = struct_size(p, sizeof made);
  made.alpha = small(p) % 3;
  made.scale = byte(p) & 1 ? 1 : number(p);
  made.threads = byte(p) % 4;
  made.timeout_ms = byte(p) % 8;
  return made;
}

static stretto_stagger stretto_stagger_of(program *p) {
  stretto_stagger made = {.struct_size = sizeof made};
  stretto_stagger_init(&made);
  made.struct_size = struct_size(p, sizeof made);
  made.origin = small(p);
  made.seconds = number(p);
  made.columns = count(p);
  made.rows = count(p);
  made.ease[byte(p) % 4] = number(p);
  return made;
}

static stretto_image *image_of_program(void *context, const char *name) {
  (void)name;
  stretto_image *image = handle(context, IMAGE);
  return stretto_image_retain(image) == STRETTO_OK ? image : NULL;
}

static stretto_font *font_of_program(void *context, const char *name) {
  (void)name;
  stretto_font *font = handle(context, FONT);
  return stretto_font_retain(font) == STRETTO_OK ? font : NULL;
}

static stretto_document_source stretto_document_source_of(program *p) {
  return (stretto_document_source){
      .struct_size = struct_size(p, sizeof(stretto_document_source)),
      .geometry_flipped = byte(p) & 1,
      .load = image_of_program,
      .context = p,
      .index = p->blob,
      .index_size = size(p),
      .load_font = font_of_program,
  };
}

static bool stretto_take_frame_of_program(void *context, uint32_t index, const uint8_t *pixels, size_t bytes_per_row) {
  (void)index, (void)pixels, (void)bytes_per_row;
  return byte(context) <= 200;
}

#include "calls.inc"

/* ---------------------------------------------------------------- limits that end calls early */

/* Limits the time and memory of a call, because a program has a hundred calls and may never release its objects. */
static void limit(program *p, double timeout, size_t memory) {
  stretto_limits limits = {sizeof limits, 0, timeout, &p->flag, memory};
  stretto_limits_set(&limits);
}

static void limit_by_program(program *p) {
  static const double timeouts[] = {0.01, 0.001, 1e-9};
  static const size_t memories[] = {MEMORY, MEMORY, 1, 4096, 1 << 20};
  uint8_t which = byte(p);
  limit(p, timeouts[which % 3], memories[which % 5]);
}

/* Chooses the input of the next call that reads bytes: the rest of the program, or the bytes that the last call returned. */
static void take_blob(program *p) {
  uint8_t which = byte(p);
  size_t there = (size_t)(p->end - p->next);
  p->blob_size = which & 1 ? (size_t)which * 16 : there;
  if (p->blob_size > there && !(which & 1)) p->blob_size = there;
  memcpy(p->blob, which & 1 ? p->bytes : p->next, p->blob_size);
}

static void *run(void *context) {
  program *p = context;
  limit(p, 0.01, MEMORY);
  for (int calls = 0; calls < CALLS && p->next < p->end; calls++) {
    unsigned which = byte(p);
    switch (which) {
    case 255:
      limit_by_program(p);
      break;
    case 254:
      __atomic_store_n(&p->other->flag, 1, __ATOMIC_RELAXED);
      break;
    case 253:
      __atomic_store_n(&p->flag, 0, __ATOMIC_RELAXED);
      break;
    case 252:
      until_no_memory = 1 + byte(p) % 16;
      break;
    case 251:
      take_blob(p);
      break;
    default:
      call(p, which % FUNCTIONS);
    }
  }
  until_no_memory = 0;
  stretto_limits_set(NULL);
  return NULL;
}

/* ---------------------------------------------------------------- the target */

/* Creates one object of each kind in an animated scene. */
static void begin(program *p) {
  stretto_scene *scene = NULL;
  stretto_animation *animation = NULL;
  stretto_cell *cell = NULL;
  stretto_path *outline = NULL;
  stretto_image *image = NULL;
  stretto_font *font = NULL;
  stretto_scene_create(48, 48, &scene);
  stretto_layer *root = stretto_scene_root(scene);
  for (stretto_layer_kind kind = 0; kind < 10; kind++) {
    stretto_layer *layer = NULL;
    stretto_layer_create(kind, &layer);
    stretto_layer_set_numbers(layer, "bounds", (double[]){0, 0, 30, 30}, 4);
    stretto_layer_add_sublayer(root, layer);
    keep(p, LAYER, layer);
  }
  stretto_animation_create(0, "opacity", &animation);
  stretto_cell_create(&cell);
  stretto_path_create(&outline);
  stretto_path_add_ellipse(outline, 0, 0, 20, 20);
  stretto_image_create((const uint8_t[64]){255, 9, 8, 255}, 4, 4, 16, STRETTO_ALPHA_STRAIGHT, &image);
  stretto_font_create_default(&font);
  void *made[NOUNS] = {
      [SCENE] = scene, [LAYER] = root, [ANIMATION] = animation, [CELL] = cell, [PATH] = outline, [IMAGE] = image, [FONT] = font};
  for (int noun = 0; noun < NOUNS; noun++)
    keep(p, noun, made[noun]);
}

static void end(void) {
  for (int noun = 0; noun < NOUNS; noun++) {
    for (int slot = 0; slot < SLOTS; slot++)
      if (handles[noun][slot]) let_go(noun, handles[noun][slot]);
    kept[noun] = 0;
  }
  memset(handles, 0, sizeof handles);
}

int LLVMFuzzerInitialize(int *argc, char ***argv) {
  (void)argc, (void)argv;
  char folder[] = "/tmp/stretto-fuzz-XXXXXX";
  if (!mkdtemp(folder) || chdir(folder)) return 1;
  for (stretto_object_kind noun = 0; noun < 4; noun++) {
    for (int32_t kind = 0; kind < 16; kind++) {
      stretto_property property = {.struct_size = sizeof property};
      for (uint32_t index = 0; stretto_property_get(noun, kind, index, &property) == STRETTO_OK; index++)
        if (name_count < 1024) names[name_count++] = strdup(property.name);
    }
  }
  return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length) {
  static program programs[2];
  if (length < 2) return 0;
  int threads = 1 + (bytes[0] & 1);
  size_t middle = threads == 1 ? length : 1 + (length - 1) / 2;
  for (int k = 0; k < 2; k++) {
    memset(&programs[k], 0, offsetof(program, blob));
    programs[k].other = &programs[1 - k];
  }
  programs[0].next = bytes + 1, programs[0].end = bytes + middle;
  programs[1].next = bytes + middle, programs[1].end = bytes + length;
  begin(&programs[0]);
  pthread_t thread;
  int is_beside = threads == 2 && pthread_create(&thread, NULL, run, &programs[1]) == 0;
  run(&programs[0]);
  if (is_beside) pthread_join(thread, NULL);
  end();
  return 0;
}
