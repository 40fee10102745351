/* Sets the states of a document's layers from C, for all layers together and for one layer.
 *
 *   cc layer_states.c -lstretto -o layer_states && ./layer_states
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <stretto.h>

#define CHECK(call)                                                  \
  do {                                                               \
    if ((call) != STRETTO_OK) {                                      \
      fprintf(stderr, "%s\n  %s\n", #call, stretto_error_message()); \
      return 1;                                                      \
    }                                                                \
  } while (0)

/* Ends the program and prints the line and the text of a condition that is false. */
#define EXPECT(condition)                                     \
  do {                                                        \
    if (!(condition)) {                                       \
      fprintf(stderr, "line %d: %s\n", __LINE__, #condition); \
      return 1;                                               \
    }                                                         \
  } while (0)

/* Expects that a call fails with STRETTO_ERROR_INVALID_ARGUMENT and that its error message contains `words`. */
#define REFUSED(call, words) \
  EXPECT((call) == STRETTO_ERROR_INVALID_ARGUMENT && strstr(stretto_error_message(), words) != NULL)

#define STATE(name, id, opacity)                                                 \
  "<states><LKState name=\"" name "\"><elements><LKStateSetValue targetId=\"" id \
  "\" keyPath=\"opacity\"><value type=\"real\" value=\"" opacity                 \
  "\"/></LKStateSetValue></elements></LKState></states>"

static const char document[] =
    "<caml xmlns=\"http://www.apple.com/CoreAnimation/1.0\"><CALayer bounds=\"0 0 60 20\"><sublayers>"
    "<CALayer id=\"#1\" bounds=\"0 0 9 9\" position=\"5 5\">" STATE("on", "#1", "0.5") "</CALayer>"
                                                                                       "<CALayer id=\"#2\" bounds=\"0 0 9 9\" position=\"25 5\">" STATE("on", "#2", "0.25") "</CALayer>"
                                                                                                                                                                            "<CALayer id=\"#3\" bounds=\"0 0 9 9\" position=\"45 5\"/>"
                                                                                                                                                                            "</sublayers></CALayer></caml>";

static double opacity(stretto_layer *layer, double time) {
  double value = NAN;
  uint32_t count = 0;
  stretto_layer_get_presentation_numbers(layer, "opacity", time, NULL, 0, &value, 1, &count);
  return count == 1 ? value : NAN;
}

/* The name that a call returned, or "?" if the call failed. The string is valid until the next call of `state_name`. */
static const char *state_name(stretto_status status, stretto_bytes *text) {
  static char name[16];
  snprintf(name, sizeof name, "%s", status == STRETTO_OK ? text->data : "?");
  if (status == STRETTO_OK) stretto_bytes_release(text);
  return name;
}

int main(void) {
  stretto_bytes name = {NULL, 0};
  stretto_scene *scene = NULL;
  stretto_layer *layers[3] = {NULL, NULL, NULL};
  uint32_t count = 0;

  CHECK(stretto_scene_decode((const uint8_t *)document, sizeof document - 1, NULL, &scene));
  CHECK(stretto_scene_get_warning_count(scene, &count));
  EXPECT(count == 0);
  for (uint32_t index = 0; index < 3; index++) {
    CHECK(stretto_layer_get_sublayer(stretto_scene_root(scene), index, &layers[index]));
  }
  CHECK(stretto_scene_get_state_count(scene, &count));
  EXPECT(count == 1);
  EXPECT(strcmp(state_name(stretto_scene_get_state_name(scene, 0, &name), &name), "on") == 0);

  /* Sets the state of one layer. */
  CHECK(stretto_scene_set_layer_state(scene, layers[1], "on", 1));
  EXPECT(strcmp(state_name(stretto_scene_get_layer_state(scene, layers[1], 2, &name), &name), "on") == 0);
  EXPECT(strcmp(state_name(stretto_scene_get_layer_state(scene, layers[0], 2, &name), &name), "") == 0);
  EXPECT(strcmp(state_name(stretto_scene_get_state(scene, 2, &name), &name), "") == 0);
  EXPECT(opacity(layers[0], 2) == 1 && opacity(layers[1], 2) == 0.25 && opacity(layers[2], 2) == 1);
  EXPECT(opacity(layers[1], 0.5) == 1);

  /* Sets the state of all layers that have a state named "on". */
  CHECK(stretto_scene_set_state(scene, "on", 3));
  EXPECT(strcmp(state_name(stretto_scene_get_layer_state(scene, layers[0], 4, &name), &name), "on") == 0);
  EXPECT(opacity(layers[0], 4) == 0.5 && opacity(layers[1], 4) == 0.25 && opacity(layers[2], 4) == 1);
  CHECK(stretto_scene_set_layer_state(scene, layers[0], "", 5));
  EXPECT(opacity(layers[0], 6) == 1 && opacity(layers[1], 6) == 0.25);

  /* A call that fails changes nothing. */
  REFUSED(stretto_scene_set_layer_state(scene, layers[2], "on", 7), "no states of its own");
  REFUSED(stretto_scene_get_layer_state(scene, layers[2], 7, &name), "no states of its own");
  REFUSED(stretto_scene_set_layer_state(scene, layers[0], "off", 7), "no state \"off\"");
  REFUSED(stretto_scene_set_layer_state(scene, layers[0], "on", NAN), "time");
  EXPECT(stretto_scene_set_layer_state(scene, NULL, "on", 7) != STRETTO_OK);
  EXPECT(opacity(layers[0], 9) == 1 && opacity(layers[1], 9) == 0.25 && opacity(layers[2], 9) == 1);

  for (int index = 0; index < 3; index++)
    stretto_layer_release(layers[index]);
  stretto_scene_release(scene);
  puts("layer states: ok");
  return 0;
}
