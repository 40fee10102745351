/* Prints the library's error message and ends the program if a call has failed. */
#ifndef CHECK_H
#define CHECK_H

#include <stdio.h>
#include <stdlib.h>
#include <stretto.h>

#define CHECK(call)                                                                \
  do {                                                                             \
    if ((call) != STRETTO_OK) {                                                    \
      fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, stretto_error_message()); \
      exit(1);                                                                     \
    }                                                                              \
  } while (0)

#endif
