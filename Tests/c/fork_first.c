/* fork_first WHAT MICROSECONDS: a thread makes the library's first call in the process and draws.
 * MICROSECONDS after the start of the thread, the process forks, and the child draws an equal frame.
 * Prints the status of the child: 0 if the child drew the frame, another number if the child deadlocked and was killed. */
#define _DEFAULT_SOURCE
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "check.h"

enum {
  WIDTH = 128,
  HEIGHT = 64
};

static const char *what;
static atomic_int begun;

static int is(const char *name) {
  return strcmp(what, name) == 0;
}

static stretto_layer *emitter(void) {
  const uint8_t white[4] = {255, 255, 255, 255};
  stretto_layer *layer;
  stretto_cell *cell;
  stretto_image *image;
  CHECK(stretto_image_create(white, 1, 1, 4, STRETTO_ALPHA_STRAIGHT, &image));
  CHECK(stretto_cell_create(&cell));
  CHECK(stretto_cell_set_image(cell, "contents", image));
  CHECK(stretto_cell_set_number(cell, "birthRate", 20));
  CHECK(stretto_cell_set_number(cell, "lifetime", 2));
  CHECK(stretto_layer_create(STRETTO_LAYER_EMITTER, &layer));
  CHECK(stretto_layer_set_cells(layer, &cell, 1));
  return layer;
}

static stretto_layer *text(const char *string) {
  stretto_layer *layer;
  CHECK(stretto_layer_create(STRETTO_LAYER_TEXT, &layer));
  CHECK(stretto_layer_set_string(layer, "string", string));
  return layer;
}

static stretto_layer *dot(void) {
  stretto_layer *layer;
  stretto_animation *fade;
  CHECK(stretto_layer_create(STRETTO_LAYER_PLAIN, &layer));
  CHECK(stretto_layer_set_number(layer, "cornerRadius", 9));
  CHECK(stretto_animation_create(STRETTO_ANIMATION_BASIC, "opacity", &fade));
  CHECK(stretto_animation_set_number(fade, "fromValue", 0));
  CHECK(stretto_animation_set_number(fade, "duration", 2));
  CHECK(stretto_layer_add_animation(layer, fade, NULL));
  return layer;
}

static stretto_layer *drawn(void) {
  if (is("emitter")) return emitter();
  if (is("text")) return text("fork");
  if (is("emoji")) return text("\xF0\x9F\x8E\x89");
  return dot();
}

static void draw(void) {
  const double frame[4] = {4, 4, 90, 40};
  uint8_t pixels[HEIGHT * WIDTH * 4];
  stretto_scene *scene;
  stretto_layer *row, *layer = drawn();
  CHECK(stretto_layer_set_numbers(layer, "frame", frame, 4));
  CHECK(stretto_layer_set_color(layer, "backgroundColor", 0.1, 0.4, 0.8, 1));
  if (is("filter")) CHECK(stretto_layer_set_string(layer, "filters", "gaussianBlur"));
  CHECK(stretto_layer_create(STRETTO_LAYER_REPLICATOR, &row));
  CHECK(stretto_layer_set_number(row, "instanceCount", 3));
  CHECK(stretto_layer_add_sublayer(row, layer));
  CHECK(stretto_scene_create(WIDTH, HEIGHT, &scene));
  CHECK(stretto_layer_add_sublayer(stretto_scene_root(scene), row));
  if (is("png")) CHECK(stretto_scene_write_png(scene, 0.5, 1, "/dev/null"));
  CHECK(stretto_scene_render(scene, 0.5, 1, pixels, (size_t)WIDTH * 4, sizeof pixels));
}

static void *draws(void *_) {
  begun = 1;
  draw();
  return _;
}

static double microseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec * 1e6 + (double)now.tv_nsec / 1e3;
}

int main(int count, char **arguments) {
  pthread_t thread;
  int status = -1;
  double start;
  if (count != 3) return 2;
  what = arguments[1];
  pthread_create(&thread, NULL, draws, NULL);
  while (!begun) {
  }
  start = microseconds();
  while (microseconds() < start + atof(arguments[2])) {
  }
  const pid_t id = fork();
  if (id == 0) {
    alarm(60);
    draw();
    _exit(0);
  }
  waitpid(id, &status, 0);
  pthread_join(thread, NULL);
  printf("%d\n", status);
  return 0;
}
