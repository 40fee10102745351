/* Prints the number of allocations in ten frames, after earlier frames of the scene were drawn.
 * The scenes are a grid of copies and each document that is given as an argument.
 *
 * The program's malloc, calloc and realloc replace those of the C library, also for Stretto's library. */
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include <stretto.h>

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *memory, size_t size);
void *__libc_memalign(size_t alignment, size_t size);

static atomic_long allocations;

void *malloc(size_t size) {
  atomic_fetch_add(&allocations, 1);
  return __libc_malloc(size);
}
void *calloc(size_t count, size_t size) {
  atomic_fetch_add(&allocations, 1);
  return __libc_calloc(count, size);
}
void *realloc(void *memory, size_t size) {
  atomic_fetch_add(&allocations, 1);
  return __libc_realloc(memory, size);
}
void *aligned_alloc(size_t alignment, size_t size) {
  atomic_fetch_add(&allocations, 1);
  return __libc_memalign(alignment, size);
}
int posix_memalign(void **memory, size_t alignment, size_t size) {
  atomic_fetch_add(&allocations, 1);
  *memory = __libc_memalign(alignment, size);
  return *memory == NULL;
}

enum {
  SIDE = 512
};
static uint8_t pixels[SIDE * SIDE * 4];

static void check(stretto_status status) {
  if (status == STRETTO_OK) return;
  fprintf(stderr, "%s\n", stretto_error_message());
  exit(1);
}

/* A grid of copies with a delay. The source of the copies rotates and fades. */
static stretto_scene *grid(void) {
  const double frame[4] = {4, 4, 8, 8};
  const stretto_transform right = stretto_transform_make_translation(16, 0, 0), down = stretto_transform_make_translation(0, 16, 0);
  stretto_scene *scene;
  stretto_layer *dot, *row, *rows;
  stretto_animation *turn;
  check(stretto_scene_create(SIDE, SIDE, &scene));
  check(stretto_layer_create(STRETTO_LAYER_PLAIN, &dot));
  check(stretto_layer_set_numbers(dot, "frame", frame, 4));
  check(stretto_layer_set_number(dot, "cornerRadius", 3));
  check(stretto_layer_set_color(dot, "backgroundColor", 0.9, 0.3, 0.1, 1));
  check(stretto_animation_create(STRETTO_ANIMATION_BASIC, "transform.rotation.z", &turn));
  check(stretto_animation_set_number(turn, "toValue", 6.28));
  check(stretto_animation_set_number(turn, "duration", 1));
  check(stretto_animation_set_number(turn, "repeatCount", 1e9));
  check(stretto_layer_add_animation(dot, turn, NULL));
  check(stretto_layer_create(STRETTO_LAYER_REPLICATOR, &row));
  check(stretto_layer_set_number(row, "instanceCount", 16));
  check(stretto_layer_set_number(row, "instanceDelay", 0.01));
  check(stretto_layer_set_numbers(row, "instanceTransform", right.m, 16));
  check(stretto_layer_create(STRETTO_LAYER_REPLICATOR, &rows));
  check(stretto_layer_set_number(rows, "instanceCount", 16));
  check(stretto_layer_set_number(rows, "instanceDelay", 0.1));
  check(stretto_layer_set_numbers(rows, "instanceTransform", down.m, 16));
  check(stretto_layer_add_sublayer(row, dot));
  check(stretto_layer_add_sublayer(rows, row));
  check(stretto_layer_add_sublayer(stretto_scene_root(scene), rows));
  return scene;
}

static void count(stretto_scene *scene) {
  stretto_render_options options;
  stretto_render_options_init(&options);
  options.threads = 1;
  long before = 0;
  for (int frame = 0; frame < 30; frame++) {
    if (frame == 20) before = atomic_load(&allocations);
    check(stretto_scene_render_with(scene, 5 + frame % 10 / 30.0, &options, pixels, 4 * SIDE, sizeof pixels));
  }
  printf("%ld allocations in ten frames\n", atomic_load(&allocations) - before);
}

int main(int argc, char **argv) {
  count(grid());
  for (int index = 1; index < argc; index++) {
    stretto_scene *scene;
    check(stretto_scene_open(argv[index], &scene));
    count(scene);
    stretto_scene_release(scene);
  }
  return 0;
}
