#include <png.h>

/* Swift cannot call a macro with arguments. */
static inline size_t stretto_png_size_max(const png_image *image) {
  return PNG_IMAGE_PNG_SIZE_MAX(*image);
}
