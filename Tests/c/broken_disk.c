/* Opens DOCUMENT from a disk that fails: the program replaces read() by a function that fails after CALLS calls.
 * The library must not mistake the start of a file for the whole file.
 * Prints the status, and the error message or the first warning.
 *
 *   broken_disk DOCUMENT CALLS
 */
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <stretto.h>

static long calls_left = -1;

/* Replaces the C library's read() in the whole process. */
ssize_t read(int file, void *bytes, size_t size) {
  if (calls_left == 0) {
    errno = EIO;
    return -1;
  }
  if (calls_left > 0) calls_left--;
  return syscall(SYS_read, file, bytes, size);
}

int main(int count, char **words) {
  stretto_scene *scene = NULL;
  if (count != 3) return 2;
  calls_left = atol(words[2]);
  const stretto_status status = stretto_scene_open(words[1], &scene);
  calls_left = -1;
  stretto_bytes warning = {NULL, 0};
  if (status == STRETTO_OK) stretto_scene_get_warning(scene, 0, &warning);
  const char *message = warning.data ? warning.data : "";
  if (status != STRETTO_OK) message = stretto_error_message();
  printf("%d %s\n", status, message);
  stretto_bytes_release(&warning);
  stretto_scene_release(scene);
  return 0;
}
