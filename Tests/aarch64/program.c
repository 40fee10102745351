// Draws frames and samples values with the engine's modules on a processor that is emulated (tools/aarch64_check.py).
//
//   program frames DOCUMENT SCALE TIME ...          writes DOCUMENT.0.png, DOCUMENT.1.png, ...
//   program values DOCUMENT LAYERS KEYPATH END COUNT  prints COUNT values from time 0 to END, one line per sublayer of the root
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void *stretto_scene_open(const void *bytes, int32_t size);
int32_t stretto_scene_render(void *scene, double time, double scale, int32_t is_straight, double timeout);
void *stretto_frame_pixels(void *scene);
int32_t stretto_frame_width(void *scene);
int32_t stretto_frame_height(void *scene);
int32_t stretto_layer_sample(void *scene, int32_t layer, const void *words, int32_t size, double start, double stop,
                             int32_t count, double timeout);
void *stretto_answer(void);
int32_t stretto_answer_size(void);
void *stretto_check_png(const void *pixels, int32_t width, int32_t height, intptr_t *size);

// The engine reads the clock of its web page to cancel slow work. In the test program, the clock always returns 0, so the engine
// cancels no work.
double stretto_now(void) { return 0; }

static void fail(const char *what) {
  fprintf(stderr, "%s: %.*s\n", what, stretto_answer_size(), (const char *)stretto_answer());
  exit(1);
}

static void *opened(const char *path) {
  FILE *file = fopen(path, "rb");
  if (!file) fail(path);
  fseek(file, 0, SEEK_END);
  long size = ftell(file);
  rewind(file);
  char *bytes = malloc(size + 1);
  if (!bytes || fread(bytes, 1, size, file) != (size_t)size) fail(path);
  fclose(file);
  void *scene = stretto_scene_open(bytes, (int32_t)size);
  if (!scene) fail(path);
  free(bytes);
  return scene;
}

static void draw(void *scene, double time, double scale, const char *path) {
  if (stretto_scene_render(scene, time, scale, 1, 0) != 0) fail(path);
  intptr_t size = 0;
  int32_t width = stretto_frame_width(scene), height = stretto_frame_height(scene);
  void *png = stretto_check_png(stretto_frame_pixels(scene), width, height, &size);
  FILE *file = fopen(path, "wb");
  if (!file || fwrite(png, 1, size, file) != (size_t)size || fclose(file)) fail(path);
  free(png);
}

static void sample(void *scene, int32_t layer, const char *key_path, double end, int32_t count) {
  char words[256] = {0};
  size_t size = strlen(key_path) + 1;
  memcpy(words, key_path, size);
  int32_t width = stretto_layer_sample(scene, layer, words, (int32_t)size, 0, end, count, 0);
  if (width < 0) fail(key_path);
  const double *values = stretto_answer();
  for (int32_t k = 0; k < width * count; k++)
    printf("%a%c", values[k], k + 1 < width * count ? ' ' : '\n');
}

int main(int argc, char **argv) {
  if (argc < 5) return 2;
  void *scene = opened(argv[2]);
  if (strcmp(argv[1], "frames") == 0) {
    for (int k = 4; k < argc; k++) {
      char path[4096];
      snprintf(path, sizeof path, "%s.%d.png", argv[2], k - 4);
      draw(scene, atof(argv[k]), atof(argv[3]), path);
    }
  } else {
    // Layer 0 is the root layer, and layers 1 to LAYERS are its sublayers.
    for (int32_t layer = 1; layer <= atoi(argv[3]); layer++)
      sample(scene, layer, argv[4], atof(argv[5]), atoi(argv[6]));
  }
  return 0;
}
