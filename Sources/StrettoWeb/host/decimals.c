// Embedded Swift reads decimal numbers by a function of Swift's runtime, which Embedded Swift does not bring: for WebAssembly and
// for tools/aarch64_check.py.
#include <stdlib.h>

// Both C libraries read in the C locale, since nothing here sets another.
const char *_swift_stdlib_strtod_clocale(const char *text, double *number);
const char *_swift_stdlib_strtod_clocale(const char *text, double *number) {
  char *end;
  *number = strtod(text, &end);
  return end;
}
