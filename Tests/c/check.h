/* Check for programs that fork: a refused call ends the process with its line and sentence, and runs nothing that waits
 * at exit. */
#include <stdio.h>
#include <unistd.h>

#include <stretto.h>

#define CHECK(call)                                                   \
  do {                                                                \
    if ((call) != STRETTO_OK) {                                       \
      fprintf(stderr, "%d: %s\n", __LINE__, stretto_error_message()); \
      _exit(1);                                                       \
    }                                                                 \
  } while (0)
