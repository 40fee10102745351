/* A spinner: twelve copies of a fading dot, each a twelfth of a second later than the previous copy. */
#include <math.h>

#include "check.h"

int main(void) {
  const double middle[4] = {0, 0, 120, 120}, dot_frame[4] = {54, 12, 12, 12};
  const stretto_transform turn = stretto_transform_make_rotation(2 * 3.14159265358979 / 12, 0, 0, 1);
  stretto_scene *scene = NULL;
  stretto_layer *ring = NULL, *dot = NULL;
  stretto_animation *fade = NULL;

  CHECK(stretto_scene_create(120, 120, &scene));
  CHECK(stretto_scene_set_background(scene, 1, 1, 1, 1));

  CHECK(stretto_layer_create(STRETTO_LAYER_PLAIN, &dot));
  CHECK(stretto_layer_set_numbers(dot, "frame", dot_frame, 4));
  CHECK(stretto_layer_set_number(dot, "cornerRadius", 6));
  CHECK(stretto_layer_set_color(dot, "backgroundColor", 0.1, 0.35, 0.9, 1));

  CHECK(stretto_animation_create(STRETTO_ANIMATION_BASIC, "opacity", &fade));
  CHECK(stretto_animation_set_number(fade, "fromValue", 1));
  CHECK(stretto_animation_set_number(fade, "toValue", 0.1));
  CHECK(stretto_animation_set_number(fade, "duration", 1));
  CHECK(stretto_animation_set_number(fade, "repeatCount", HUGE_VAL));
  CHECK(stretto_layer_add_animation(dot, fade, "fade"));

  /* Copies rotate about the centre of the replicator's bounds. A negative delay looks ahead, so that no copy waits. */
  CHECK(stretto_layer_create(STRETTO_LAYER_REPLICATOR, &ring));
  CHECK(stretto_layer_set_numbers(ring, "frame", middle, 4));
  CHECK(stretto_layer_set_number(ring, "instanceCount", 12));
  CHECK(stretto_layer_set_number(ring, "instanceDelay", -1.0 / 12));
  CHECK(stretto_layer_set_numbers(ring, "instanceTransform", turn.m, 16));
  CHECK(stretto_layer_add_sublayer(ring, dot));
  CHECK(stretto_layer_add_sublayer(stretto_scene_root(scene), ring));

  for (int frame = 0; frame < 8; frame++) {
    char name[32];
    snprintf(name, sizeof name, "spinner_%d.png", frame);
    CHECK(stretto_scene_write_png(scene, frame / 8.0, 2, name));
  }

  stretto_animation_release(fade);
  stretto_layer_release(dot);
  stretto_layer_release(ring);
  stretto_scene_release(scene);
  puts("spinner: ok");
  return 0;
}
