// Settings of expat for a host without files, environment variables and random numbers.
#include <stddef.h>
void arc4random_buf(void *buffer, size_t size);
#define HAVE_ARC4RANDOM_BUF 1
#define BYTEORDER 1234
#define HAVE_MEMMOVE 1
#define XML_CONTEXT_BYTES 1024
#define XML_NS 1
#define XML_DTD 1

// Expat can print its memory statistics for debugging. Empty macros for the output functions remove the printing code, which
// needs files.
#include <stdio.h>
#undef stderr
#define stderr NULL
#define fprintf(...) 0
#define fputs(...) 0
#define fputc(...) 0
#define fwrite(...) 0
