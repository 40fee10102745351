// Reads decimal numbers for Embedded Swift, whose runtime has no function for reading decimal numbers. The WebAssembly module and
// tools/aarch64_check.py use decimals.c.
#include <stdlib.h>

// Both C libraries parse numbers in the C locale, because no code in the module sets another locale.
const char *_swift_stdlib_strtod_clocale(const char *text, double *number);
const char *_swift_stdlib_strtod_clocale(const char *text, double *number) {
  char *end;
  *number = strtod(text, &end);
  return end;
}
