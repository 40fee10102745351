/* The animated SVG file and the Lottie file of a scene, and the errors of the two functions that write them. */
#include <math.h>
#include <stdio.h>

#include "check.h"

static stretto_scene *make_scene(void) {
  stretto_scene *scene;
  stretto_layer *row, *dot;
  stretto_animation *move;
  CHECK(stretto_scene_create(120, 40, &scene));
  CHECK(stretto_layer_create(STRETTO_LAYER_PLAIN, &dot));
  CHECK(stretto_layer_set_numbers(dot, "frame", (double[]){10, 15, 10, 10}, 4));
  CHECK(stretto_layer_set_color(dot, "backgroundColor", 0.1, 0.35, 0.9, 1));
  CHECK(stretto_animation_create(STRETTO_ANIMATION_BASIC, "opacity", &move));
  CHECK(stretto_animation_set_number(move, "toValue", 0.1));
  CHECK(stretto_animation_set_number(move, "duration", 1));
  CHECK(stretto_animation_set_number(move, "repeatCount", HUGE_VAL));
  CHECK(stretto_layer_add_animation(dot, move, "move"));
  CHECK(stretto_animation_release(move));
  CHECK(stretto_layer_create(STRETTO_LAYER_REPLICATOR, &row));
  CHECK(stretto_layer_set_number(row, "instanceCount", 4));
  CHECK(stretto_layer_set_number(row, "instanceDelay", -0.25));
  CHECK(stretto_layer_set_number(row, "instanceTransform.translation.x", 30));
  CHECK(stretto_layer_add_sublayer(row, dot));
  CHECK(stretto_layer_release(dot));
  CHECK(stretto_layer_add_sublayer(stretto_scene_root(scene), row));
  CHECK(stretto_layer_release(row));
  return scene;
}

/* The status of both functions for the same arguments; a status that no function returns if the two differ. */
static stretto_status write_both(stretto_scene *scene, const stretto_vector_options *options, const char *svg, const char *lottie) {
  stretto_status first = stretto_scene_write_animated_svg(scene, options, svg);
  return stretto_scene_write_lottie(scene, options, lottie) == first ? first : -1;
}

int main(void) {
  stretto_scene *scene = make_scene();
  stretto_vector_options options;
  CHECK(stretto_scene_save(scene, "scene.caml"));
  CHECK(write_both(scene, NULL, "default.svg", "default.json"));

  stretto_vector_options_init(&options);
  options.start = 0.5;
  options.duration = 2;
  options.frame_rate = 30;
  CHECK(write_both(scene, &options, "chosen.svg", "chosen.json"));
  if (write_both(scene, &options, "missing/a.svg", "missing/a.json") != STRETTO_ERROR_WRITE) return 1;
  if (write_both(scene, &options, NULL, NULL) != STRETTO_ERROR_INVALID_ARGUMENT) return 2;
  if (write_both(NULL, &options, "no.svg", "no.json") != STRETTO_ERROR_INVALID_HANDLE) return 3;

  options.timeout_ms = 60000;
  CHECK(write_both(scene, &options, "chosen.svg", "chosen.json"));
  options.timeout_ms = 0;
  options.fallback = 7;
  if (write_both(scene, &options, "no.svg", "no.json") != STRETTO_ERROR_INVALID_ARGUMENT) return 4;
  options.fallback = STRETTO_FALLBACK_ERROR;
  options.duration = 0;
  if (write_both(scene, &options, "no.svg", "no.json") != STRETTO_ERROR_INVALID_ARGUMENT) return 5;
  options.duration = 1;
  options.struct_size = 1;
  if (write_both(scene, &options, "no.svg", "no.json") != STRETTO_ERROR_INVALID_ARGUMENT) return 6;
  CHECK(stretto_scene_release(scene));
  puts("vectors: ok");
  return 0;
}
