/* Calls for Valgrind's memcheck: a frame with text, an error, a PNG file, and a document that is saved and opened. */
#include "check.h"

int main(void) {
  static uint8_t pixels[40][130][4];
  stretto_scene *scene = NULL, *opened = NULL;
  stretto_layer *row = NULL, *dot = NULL, *text = NULL;
  stretto_animation *fade = NULL;
  const double frame[4] = {10, 10, 20, 20};
  const stretto_transform step = stretto_transform_make_translation(30, 0, 0);

  CHECK(stretto_scene_create(130, 40, &scene));
  CHECK(stretto_layer_create(STRETTO_LAYER_PLAIN, &dot));
  CHECK(stretto_layer_set_numbers(dot, "frame", frame, 4));
  CHECK(stretto_layer_set_number(dot, "cornerRadius", 10));
  CHECK(stretto_layer_set_color(dot, "backgroundColor", 1, 0.3, 0.2, 1));
  CHECK(stretto_animation_create(STRETTO_ANIMATION_BASIC, "opacity", &fade));
  CHECK(stretto_animation_set_number(fade, "duration", 2));
  CHECK(stretto_layer_add_animation(dot, fade, "fade"));
  CHECK(stretto_layer_create(STRETTO_LAYER_REPLICATOR, &row));
  CHECK(stretto_layer_set_number(row, "instanceCount", 4));
  CHECK(stretto_layer_set_numbers(row, "instanceTransform", step.m, 16));
  CHECK(stretto_layer_add_sublayer(row, dot));
  CHECK(stretto_layer_create(STRETTO_LAYER_TEXT, &text));
  CHECK(stretto_layer_set_string(text, "string", "Hello"));
  CHECK(stretto_layer_add_sublayer(stretto_scene_root(scene), row));
  CHECK(stretto_layer_add_sublayer(stretto_scene_root(scene), text));
  if (stretto_layer_set_number(dot, "nonsense", 1) != STRETTO_ERROR_KEY_PATH) return 1;
  CHECK(stretto_scene_render(scene, 0.5, 1, &pixels[0][0][0], sizeof pixels[0], sizeof pixels));
  CHECK(stretto_scene_write_png(scene, 0, 2, "memory.png"));
  CHECK(stretto_scene_save(scene, "memory.caml"));
  CHECK(stretto_scene_open("memory.caml", &opened));

  stretto_scene_release(opened);
  stretto_animation_release(fade);
  stretto_layer_release(text);
  stretto_layer_release(row);
  stretto_layer_release(dot);
  stretto_scene_release(scene);
  puts("memory: ok");
  return 0;
}
