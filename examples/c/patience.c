/* Ends two long frames early: one from another thread and one by a timeout. The scene remains usable. */
#define _DEFAULT_SOURCE
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

#include "check.h"

enum {
  SIDE = 1024
};

static uint8_t pixels[SIDE * SIDE * 4];

static atomic_int has_ended;

/* Cancels repeatedly, because a call that has not begun cannot be cancelled. */
static void *cancel_soon(void *scene) {
  while (!has_ended) {
    usleep(50 * 1000);
    CHECK(stretto_scene_cancel(scene));
  }
  return NULL;
}

/* Creates two million overlapping translucent squares, which take minutes to draw. */
static stretto_layer *add_work(stretto_scene *scene) {
  const double frame[4] = {0, 0, SIDE, SIDE};
  stretto_layer *square = NULL, *row = NULL, *rows = NULL;
  CHECK(stretto_layer_create(STRETTO_LAYER_PLAIN, &square));
  CHECK(stretto_layer_set_numbers(square, "frame", frame, 4));
  CHECK(stretto_layer_set_color(square, "backgroundColor", 0.2, 0.6, 0.4, 0.01));
  CHECK(stretto_layer_create(STRETTO_LAYER_REPLICATOR, &row));
  CHECK(stretto_layer_set_number(row, "instanceCount", 1000));
  CHECK(stretto_layer_create(STRETTO_LAYER_REPLICATOR, &rows));
  CHECK(stretto_layer_set_number(rows, "instanceCount", 2000));
  CHECK(stretto_layer_add_sublayer(row, square));
  CHECK(stretto_layer_add_sublayer(rows, row));
  CHECK(stretto_layer_add_sublayer(stretto_scene_root(scene), rows));
  stretto_layer_release(square);
  stretto_layer_release(row);
  return rows;
}

static stretto_status draw(stretto_scene *scene) {
  return stretto_scene_render(scene, 0, 1, pixels, 4 * SIDE, sizeof pixels);
}

int main(void) {
  stretto_scene *scene = NULL;
  stretto_limits limits = {sizeof limits, 0, 0, NULL, 0};
  stretto_layer *work;
  pthread_t thread;

  CHECK(stretto_scene_create(SIDE, SIDE, &scene));
  work = add_work(scene);

  pthread_create(&thread, NULL, cancel_soon, scene);
  if (draw(scene) == STRETTO_ERROR_CANCELLED) puts("ended by another thread");
  has_ended = 1;
  pthread_join(thread, NULL);

  limits.timeout = 0.1;
  CHECK(stretto_limits_set(&limits));
  if (draw(scene) == STRETTO_ERROR_CANCELLED) puts("ended by its time");
  CHECK(stretto_limits_set(NULL));

  CHECK(stretto_layer_set_number(work, "instanceCount", 0));
  CHECK(draw(scene));
  stretto_layer_release(work);
  stretto_scene_release(scene);
  puts("patience: ok");
  return 0;
}
