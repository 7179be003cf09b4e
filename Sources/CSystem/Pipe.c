#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "Pipe.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

int csystem_pipe(int32_t *reader, int32_t *writer, int32_t bytes) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return -errno;
  fcntl(ends[1], F_SETPIPE_SZ, bytes);
  *reader = ends[0];
  *writer = ends[1];
  return 0;
}
