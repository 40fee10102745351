// Canonical equality for Swift's comparison of strings, by the tables of HarfBuzz, which are in the module anyway: Swift's own
// tables take 19 kB of a packed module.
#include <hb.h>
#include <stdbool.h>
#include <stdint.h>

/// One step of the canonical decomposition: a scalar is another one, or two others.
static bool decomposes(uint32_t scalar, hb_codepoint_t *first, hb_codepoint_t *second) {
  return hb_unicode_decompose(hb_unicode_funcs_get_default(), scalar, first, second);
}

/// True for scalars that may be composed with the one before them: marks and the jamo of Hangul.
static bool joins(uint32_t scalar) {
  switch (hb_unicode_general_category(hb_unicode_funcs_get_default(), scalar)) {
  case HB_UNICODE_GENERAL_CATEGORY_NON_SPACING_MARK:
  case HB_UNICODE_GENERAL_CATEGORY_SPACING_MARK:
    return true;
  default:
    return (scalar >= 0x1160 && scalar <= 0x11FF) || scalar >= 0x10000;
  }
}

uint32_t _swift_stdlib_getComposition(uint32_t first, uint32_t second) {
  hb_codepoint_t composed;
  return hb_unicode_compose(hb_unicode_funcs_get_default(), first, second, &composed) ? composed : UINT32_MAX;
}

/// The combining class above three bits: 2 or 4 for scalars that are not, or may not be, in a composed text, 1 for those that are
/// not in a decomposed one.
uint16_t _swift_stdlib_getNormData(uint32_t scalar) {
  if (scalar < 0xC0) return 0;
  hb_codepoint_t first, second;
  bool isDecomposed = !decomposes(scalar, &first, &second);
  bool isComposed = isDecomposed || _swift_stdlib_getComposition(first, second) == scalar;
  unsigned class = hb_unicode_combining_class(hb_unicode_funcs_get_default(), scalar);
  return (uint16_t)(class << 3 | (joins(scalar) ? 4 : 0) | (isComposed ? 0 : 2) | (isDecomposed ? 0 : 1));
}

/// The decomposition that was asked for last: how many bytes, and these.
static uint8_t decomposition[64];
const uint8_t *const _swift_stdlib_nfd_decompositions = decomposition;

static void append(uint32_t scalar) {
  hb_codepoint_t first, second;
  if (decomposes(scalar, &first, &second)) {
    append(first);
    if (second) append(second);
    return;
  }
  uint8_t *end = decomposition + 1 + decomposition[0];
  if (decomposition[0] + 4 >= (int)sizeof decomposition) return;
  int more = scalar < 0x80 ? 0 : scalar < 0x800 ? 1
                             : scalar < 0x10000 ? 2
                                                : 3;
  static const uint8_t marks[] = {0, 0xC0, 0xE0, 0xF0};
  *end = (uint8_t)(marks[more] | scalar >> (6 * more));
  for (int k = 1; k <= more; k += 1)
    end[k] = (uint8_t)(0x80 | (scalar >> (6 * (more - k)) & 0x3F));
  decomposition[0] = (uint8_t)(decomposition[0] + 1 + more);
}

/// The scalar itself in 18 bits if it has a decomposition, and above them where that begins, which is at 0.
uint32_t _swift_stdlib_getDecompositionEntry(uint32_t scalar) {
  hb_codepoint_t first, second;
  if (!decomposes(scalar, &first, &second)) return 0;
  decomposition[0] = 0;
  append(scalar);
  return scalar;
}
