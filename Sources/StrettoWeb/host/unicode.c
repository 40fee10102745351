// Canonical equality for Swift's string comparison, based on HarfBuzz's tables, which the module contains anyway. The Unicode
// tables of Swift's standard library would add 19 kB to the compressed wasm module.
#include <hb.h>
#include <stdbool.h>
#include <stdint.h>

/// Performs one step of the canonical decomposition, in which a scalar becomes one or two other scalars.
static bool decomposes(uint32_t scalar, hb_codepoint_t *first, hb_codepoint_t *second) {
  return hb_unicode_decompose(hb_unicode_funcs_get_default(), scalar, first, second);
}

/// True for scalars that may compose with the previous scalar: combining marks and Hangul jamo.
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

/// Combining class in the upper bits, above three flags. Flag 2 or 4 marks a scalar that does not, or may not, occur in composed
/// text. Flag 1 marks a scalar that does not occur in decomposed text.
uint16_t _swift_stdlib_getNormData(uint32_t scalar) {
  if (scalar < 0xC0) return 0;
  hb_codepoint_t first, second;
  bool isDecomposed = !decomposes(scalar, &first, &second);
  bool isComposed = isDecomposed || _swift_stdlib_getComposition(first, second) == scalar;
  unsigned class = hb_unicode_combining_class(hb_unicode_funcs_get_default(), scalar);
  return (uint16_t)(class << 3 | (joins(scalar) ? 4 : 0) | (isComposed ? 0 : 2) | (isDecomposed ? 0 : 1));
}

/// Most recent decomposition: the number of bytes, followed by the bytes.
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

/// Returns the scalar in the low 18 bits if the scalar has a decomposition. The higher bits contain the offset of the
/// decomposition, which is 0.
uint32_t _swift_stdlib_getDecompositionEntry(uint32_t scalar) {
  hb_codepoint_t first, second;
  if (!decomposes(scalar, &first, &second)) return 0;
  decomposition[0] = 0;
  append(scalar);
  return scalar;
}
