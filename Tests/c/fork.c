/* fork COUNT: forks COUNT children while other threads of the parent use the library. Each child must be able to draw at once. */
#define _DEFAULT_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"

static stretto_scene *scene;
static stretto_layer *dot;
static stretto_animation *fade;
static volatile int stop;
static uint8_t expected[64 * 64 * 4];

static void draw(uint8_t *pixels) {
  stretto_render_options options;
  stretto_render_options_init(&options);
  options.threads = 2;
  CHECK(stretto_scene_render_with(scene, 0.5, &options, pixels, 64 * 4, 64 * 64 * 4));
}

static void *draws(void *_) {
  uint8_t pixels[64 * 64 * 4];
  while (!stop)
    draw(pixels);
  return _;
}

static void *asks(void *_) {
  stretto_hit hit = {.struct_size = sizeof hit};
  while (!stop) {
    CHECK(stretto_scene_hit_test(scene, (const double[]){10, 10}, 1, 0.5, &hit));
    CHECK(stretto_layer_release(hit.layer));
  }
  return _;
}

static void *changes(void *_) {
  stretto_layer *made;
  while (!stop) {
    CHECK(stretto_layer_set_number(dot, "opacity", 1));
    CHECK(stretto_layer_create(STRETTO_LAYER_SHAPE, &made));
    CHECK(stretto_layer_add_sublayer(dot, made));
    CHECK(stretto_layer_remove_from_superlayer(made));
    CHECK(stretto_layer_release(made));
  }
  return _;
}

/* Adding an animation takes the lock of the layer's tree, and then the lock of the animations.
 * The function `tunes` takes the lock of the animations alone. */
static void *adds(void *_) {
  while (!stop)
    CHECK(stretto_layer_add_animation(dot, fade, "fade"));
  return _;
}

static void *tunes(void *_) {
  while (!stop)
    CHECK(stretto_animation_set_number(fade, "duration", 2));
  return _;
}

static int child(void) {
  uint8_t pixels[64 * 64 * 4];
  stretto_layer *made;
  alarm(60); /* ends a child that deadlocks, after 60 s */
  CHECK(stretto_layer_set_number(dot, "opacity", 1));
  CHECK(stretto_layer_create(STRETTO_LAYER_PLAIN, &made));
  draw(pixels);
  return memcmp(pixels, expected, sizeof pixels) == 0 ? 0 : 1;
}

int main(int count, char **arguments) {
  const double frame[4] = {4, 4, 40, 40};
  void *(*const work[])(void *) = {draws, asks, changes, adds, tunes};
  enum {
    THREADS = sizeof work / sizeof *work
  };
  pthread_t threads[THREADS];
  const int children = count == 2 ? atoi(arguments[1]) : 0;
  int failed = 0;
  if (children < 1) return 2;
  CHECK(stretto_scene_create(64, 64, &scene));
  CHECK(stretto_layer_create(STRETTO_LAYER_PLAIN, &dot));
  CHECK(stretto_layer_set_numbers(dot, "frame", frame, 4));
  CHECK(stretto_layer_set_number(dot, "cornerRadius", 9));
  CHECK(stretto_layer_set_color(dot, "backgroundColor", 0.1, 0.4, 0.8, 1));
  CHECK(stretto_layer_add_sublayer(stretto_scene_root(scene), dot));
  CHECK(stretto_animation_create(STRETTO_ANIMATION_BASIC, "zPosition", &fade));
  CHECK(stretto_layer_add_animation(dot, fade, "fade"));
  draw(expected);
  for (int i = 0; i < THREADS; i++)
    pthread_create(&threads[i], NULL, work[i], NULL);
  for (int i = 0; i < children; i++) {
    int status = 0;
    const pid_t id = fork();
    if (id == 0) _exit(child());
    waitpid(id, &status, 0);
    failed += status != 0;
  }
  stop = 1;
  for (int i = 0; i < THREADS; i++)
    pthread_join(threads[i], NULL);
  printf("fork: %d of %d failed\n", failed, children);
  return failed != 0;
}
