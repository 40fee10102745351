/* A wave of letters: one animation of the glyph layer, which the text repeats for each letter with a small delay. */
#include <math.h>

#include "check.h"

enum {
  WIDTH = 420,
  HEIGHT = 120,
  MOST = 64
};

/* Creates an animation that moves up and down in an endless loop. */
static stretto_animation *sway(void) {
  const double heights[5] = {0, -18, 0, 18, 0};
  stretto_animation *animation = NULL;

  CHECK(stretto_animation_create(STRETTO_ANIMATION_KEYFRAME, "transform.translation.y", &animation));
  CHECK(stretto_animation_set_values(animation, heights, 5, 1));
  CHECK(stretto_animation_set_string(animation, "calculationMode", "cubic"));
  CHECK(stretto_animation_set_number(animation, "duration", 1.2));
  CHECK(stretto_animation_set_number(animation, "repeatCount", HUGE_VAL));
  return animation;
}

static stretto_layer *title(const char *string) {
  stretto_layer *text = NULL;

  CHECK(stretto_layer_create(STRETTO_LAYER_TEXT, &text));
  CHECK(stretto_layer_set_string(text, "string", string));
  CHECK(stretto_layer_set_number(text, "fontSize", 44));
  CHECK(stretto_layer_set_number(text, "fontVariations.wght", 700));
  CHECK(stretto_layer_set_string(text, "alignmentMode", "center"));
  CHECK(stretto_layer_set_string(text, "verticalAlignmentMode", "center"));
  CHECK(stretto_layer_set_number(text, "position.x", WIDTH / 2));
  CHECK(stretto_layer_set_number(text, "position.y", HEIGHT / 2));
  /* A negative delay looks ahead, so that no letter waits. */
  CHECK(stretto_layer_set_number(text, "instanceDelay", -0.07));
  return text;
}

int main(void) {
  static stretto_text_copy copies[MOST];
  uint32_t count = 0;
  double time = 0;
  stretto_scene *scene = NULL;
  stretto_layer *text = title("letters in a wave"), *glyph = NULL;
  stretto_animation *animation = sway();
  stretto_hit hit = {.struct_size = sizeof hit};
  const double middle[2] = {WIDTH / 2, HEIGHT / 2};

  CHECK(stretto_scene_create(WIDTH, HEIGHT, &scene));
  CHECK(stretto_scene_set_background(scene, 0.06, 0.07, 0.1, 1));
  CHECK(stretto_layer_add_sublayer(stretto_scene_root(scene), text));
  /* Every text has a glyph layer, so that the program does not create one. */
  CHECK(stretto_layer_get_layer(text, "glyph", &glyph));
  CHECK(stretto_layer_add_animation(glyph, animation, "sway"));

  for (int frame = 0; frame < 8; frame++) {
    char name[32];
    snprintf(name, sizeof name, "wave_%d.png", frame);
    CHECK(stretto_scene_write_png(scene, frame * 1.2 / 8, 2, name));
  }

  /* Print the boxes of the letters in the layout, and then the letter whose drawn outline is hit in the wave. */
  copies[0].struct_size = sizeof copies[0];
  CHECK(stretto_layer_get_text_copies(text, 0, NULL, 0, copies, MOST, &count));
  printf("%u letters, of which the last stands %.0f points to the right of the first\n", count,
         copies[count - 1].x - copies[0].x);
  for (; time < 1.2; time += 0.05) {
    CHECK(stretto_scene_hit_test(scene, middle, 1, time, &hit));
    stretto_layer_release(hit.layer);
    if (hit.layer == glyph) {
      printf("after %.2f s the letter %d is in the middle\n", time, hit.character);
      break;
    }
  }

  stretto_animation_release(animation);
  stretto_layer_release(glyph);
  stretto_layer_release(text);
  stretto_scene_release(scene);
  puts("wave: ok");
  return 0;
}
