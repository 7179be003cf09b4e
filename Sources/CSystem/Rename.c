#define _GNU_SOURCE
#include "Rename.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>

static int renamed(const char *from, const char *to, unsigned flags) {
  return renameat2(AT_FDCWD, from, AT_FDCWD, to, flags) == 0 ? 0 : -errno;
}

int csystem_rename_new(const char *from, const char *to) {
  return renamed(from, to, RENAME_NOREPLACE);
}

int csystem_rename_exchange(const char *one, const char *other) {
  return renamed(one, other, RENAME_EXCHANGE);
}
