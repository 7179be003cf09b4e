#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "Files.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

int csystem_pipe(int32_t *reader, int32_t *writer, int32_t bytes) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return -errno;
  fcntl(ends[1], F_SETPIPE_SZ, bytes);
  *reader = ends[0];
  *writer = ends[1];
  return 0;
}

static int renamed(const char *from, const char *to, unsigned flags) {
  return renameat2(AT_FDCWD, from, AT_FDCWD, to, flags) == 0 ? 0 : -errno;
}

int csystem_rename_new(const char *from, const char *to) {
  return renamed(from, to, RENAME_NOREPLACE);
}

int csystem_rename_exchange(const char *one, const char *other) {
  return renamed(one, other, RENAME_EXCHANGE);
}
