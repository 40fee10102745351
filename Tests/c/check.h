/* CHECK is for programs that fork. If a call fails, CHECK prints the line and the error message.
 * CHECK ends the process with _exit, because exit handlers might wait for threads that do not exist in a forked child. */
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
