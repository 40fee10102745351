#ifndef STRETTO_LANES_H
#define STRETTO_LANES_H

/* Arithmetic of eight numbers, one operation for each function. The generic operators of Swift 6.3 compute each lane on its own, and in
 * a long formula the compiler does not combine all lanes to vectors again. */

typedef float stretto_floats __attribute__((ext_vector_type(8)));
typedef int stretto_ints __attribute__((ext_vector_type(8)));
typedef _Bool stretto_flags __attribute__((ext_vector_type(8)));

#define STRETTO_LANES static inline __attribute__((always_inline))

STRETTO_LANES stretto_floats stretto_sum(stretto_floats a, stretto_floats b) { return a + b; }
STRETTO_LANES stretto_floats stretto_difference(stretto_floats a, stretto_floats b) { return a - b; }
STRETTO_LANES stretto_floats stretto_product(stretto_floats a, stretto_floats b) { return a * b; }
STRETTO_LANES stretto_floats stretto_quotient(stretto_floats a, stretto_floats b) { return a / b; }

STRETTO_LANES int stretto_largest(stretto_ints v) { return __builtin_reduce_max(v); }

/* The sign bits of all lanes, with the bit of lane 0 as the lowest bit. */
STRETTO_LANES unsigned stretto_sign_bits(stretto_ints v) {
  stretto_flags flags = __builtin_convertvector(v < 0, stretto_flags);
  unsigned char bits;
  __builtin_memcpy(&bits, &flags, 1);
  return bits;
}

#endif
