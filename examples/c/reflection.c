/* A card and its reflection: a portal shows the card a second time, mirrored, fainter and half a second later. */
#include "check.h"

enum {
  WIDTH = 240,
  HEIGHT = 320
};

/* The card sways inside a static layer, because a portal ignores the transform of its source itself. */
static stretto_layer *card_in(stretto_layer *stage) {
  const double frame[4] = {0, 0, 160, 110};
  stretto_layer *card = NULL;
  stretto_animation *sway = NULL;
  CHECK(stretto_layer_create(STRETTO_LAYER_PLAIN, &card));
  CHECK(stretto_layer_set_numbers(card, "frame", frame, 4));
  CHECK(stretto_layer_set_number(card, "cornerRadius", 18));
  CHECK(stretto_layer_set_color(card, "backgroundColor", 0.95, 0.45, 0.2, 1));
  CHECK(stretto_animation_create(STRETTO_ANIMATION_BASIC, "transform.rotation.z", &sway));
  CHECK(stretto_animation_set_number(sway, "fromValue", -0.12));
  CHECK(stretto_animation_set_number(sway, "toValue", 0.12));
  CHECK(stretto_animation_set_number(sway, "duration", 1));
  CHECK(stretto_animation_set_number(sway, "autoreverses", 1));
  CHECK(stretto_animation_set_number(sway, "repeatCount", 1e9));
  CHECK(stretto_layer_add_animation(card, sway, "sway"));
  CHECK(stretto_layer_add_sublayer(stage, card));
  stretto_animation_release(sway);
  return card;
}

static stretto_layer *reflection_of(stretto_layer *source) {
  const stretto_transform mirror = stretto_transform_make_scale(1, -1, 1);
  const double size[4] = {0, 0, 160, 110}, place[2] = {120, 225};
  stretto_layer *portal = NULL;
  CHECK(stretto_layer_create(STRETTO_LAYER_PORTAL, &portal));
  CHECK(stretto_layer_set_layer(portal, "sourceLayer", source));
  CHECK(stretto_layer_set_numbers(portal, "bounds", size, 4));
  CHECK(stretto_layer_set_numbers(portal, "position", place, 2));
  CHECK(stretto_layer_set_numbers(portal, "transform", mirror.m, 16));
  CHECK(stretto_layer_set_number(portal, "opacity", 0.35));
  CHECK(stretto_layer_set_number(portal, "beginTime", 0.5));
  return portal;
}

int main(void) {
  static uint8_t pixels[HEIGHT][WIDTH][4];
  const double frame[4] = {40, 30, 160, 110};
  stretto_scene *scene = NULL;
  stretto_layer *stage = NULL, *card, *portal;
  stretto_hit hit = {.struct_size = sizeof hit};

  CHECK(stretto_layer_create(STRETTO_LAYER_PLAIN, &stage));
  CHECK(stretto_layer_set_numbers(stage, "frame", frame, 4));
  card = card_in(stage);
  portal = reflection_of(stage);

  CHECK(stretto_scene_create(WIDTH, HEIGHT, &scene));
  CHECK(stretto_scene_set_background(scene, 0.97, 0.97, 0.98, 1));
  CHECK(stretto_layer_add_sublayer(stretto_scene_root(scene), stage));
  CHECK(stretto_layer_add_sublayer(stretto_scene_root(scene), portal));

  CHECK(stretto_scene_render(scene, 1.25, 1, &pixels[0][0][0], sizeof pixels[0], sizeof pixels));
  printf("the card is (%d, %d, %d), its reflection (%d, %d, %d)\n", pixels[85][120][0], pixels[85][120][1], pixels[85][120][2],
         pixels[225][120][0], pixels[225][120][1], pixels[225][120][2]);
  CHECK(stretto_scene_write_png(scene, 1.25, 2, "reflection.png"));

  /* A hit on the reflection returns the card with a point in its coordinates. The portal of the hit converts the point back. */
  double point[2] = {120, 225};
  CHECK(stretto_scene_hit_test(scene, point, 1, 1.25, &hit));
  printf("%s is hit in the reflection\n", hit.layer == card ? "the card" : "something else");
  point[0] = hit.x;
  point[1] = hit.y;
  const stretto_appearance seen = {
      sizeof seen, hit.layer, hit.index, hit.index_count, hit.portal, hit.portal_index, hit.portal_index_count};
  CHECK(stretto_appearance_convert_points(&seen, NULL, 1.25, point, 1));
  printf("through %s at (%.0f, %.0f)\n", hit.portal == portal ? "the portal" : "something else", point[0], point[1]);
  stretto_layer_release(hit.layer);
  stretto_layer_release(hit.portal);

  stretto_layer_release(card);
  stretto_layer_release(stage);
  stretto_layer_release(portal);
  stretto_scene_release(scene);
  puts("reflection: ok");
  return 0;
}
