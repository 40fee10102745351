/* A call that draws many frames passes the frames of single calls in order to a callback, until the callback returns false. */
#include <stdio.h>
#include <string.h>

#include "check.h"

enum {
  SIDE = 32,
  COUNT = 60,
  SIZE = SIDE * SIDE * 4
};

static double times[COUNT];
static uint8_t expected[COUNT][SIZE];

struct taken {
  uint32_t count;
  uint32_t enough; /* number of frames after which the callback returns false */
  int is_right;
};

static bool take(void *context, uint32_t index, const uint8_t *pixels, size_t bytes_per_row) {
  struct taken *taken = context;
  taken->is_right &= index == taken->count && bytes_per_row == SIDE * 4;
  taken->is_right &= memcmp(pixels, expected[index], SIZE) == 0;
  taken->count += 1;
  return taken->count != taken->enough;
}

static stretto_status draw(stretto_scene *scene, uint32_t threads, uint32_t count, struct taken *taken) {
  stretto_render_options options;
  stretto_render_options_init(&options);
  options.threads = threads;
  taken->count = 0;
  taken->is_right = 1;
  return stretto_scene_render_frames(scene, times, count, &options, take, taken);
}

static stretto_scene *make_scene(void) {
  stretto_scene *scene;
  stretto_layer *dot;
  stretto_animation *move;
  CHECK(stretto_scene_create(SIDE, SIDE, &scene));
  CHECK(stretto_layer_create(STRETTO_LAYER_SHAPE, &dot));
  CHECK(stretto_layer_set_numbers(dot, "bounds", (double[]){0, 0, 9, 9}, 4));
  CHECK(stretto_layer_set_numbers(dot, "backgroundColor", (double[]){1, 0.4, 0, 0.5}, 4));
  CHECK(stretto_animation_create(STRETTO_ANIMATION_BASIC, "position.x", &move));
  CHECK(stretto_animation_set_number(move, "toValue", SIDE));
  CHECK(stretto_animation_set_number(move, "duration", 1));
  CHECK(stretto_animation_set_number(move, "repeatCount", 100));
  CHECK(stretto_layer_add_animation(dot, move, "move"));
  CHECK(stretto_animation_release(move));
  CHECK(stretto_layer_add_sublayer(stretto_scene_root(scene), dot));
  CHECK(stretto_layer_release(dot));
  return scene;
}

int main(void) {
  stretto_scene *scene = make_scene();
  struct taken taken = {0};
  for (int k = 0; k < COUNT; k++) {
    times[k] = k * 0.037;
    CHECK(stretto_scene_render(scene, times[k], 1, expected[k], SIDE * 4, SIZE));
  }
  for (uint32_t threads = 0; threads < 6; threads++) {
    CHECK(draw(scene, threads, COUNT, &taken));
    if (!taken.is_right || taken.count != COUNT) return 1;
    taken.enough = 7;
    if (draw(scene, threads, COUNT, &taken) != STRETTO_ERROR_CANCELLED || taken.count != 7) return 2;
    taken.enough = 0;
    CHECK(draw(scene, threads, 0, &taken));
    if (taken.count != 0) return 3;
  }
  if (stretto_scene_render_frames(scene, times, 1, NULL, NULL, NULL) != STRETTO_ERROR_INVALID_ARGUMENT) return 4;
  if (stretto_scene_render_frames(scene, NULL, 1, NULL, take, NULL) != STRETTO_ERROR_INVALID_ARGUMENT) return 5;
  if (stretto_scene_render_frames(NULL, times, 1, NULL, take, NULL) != STRETTO_ERROR_INVALID_HANDLE) return 6;
  CHECK(stretto_scene_release(scene));
  puts("frames: ok");
  return 0;
}
