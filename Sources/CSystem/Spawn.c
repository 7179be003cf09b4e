/* A child that inherits nothing but the descriptors it is given. */
#define _GNU_SOURCE
#include "Spawn.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <unistd.h>

enum { most = 8, above = 100 };

static int actions(posix_spawn_file_actions_t *list, const int32_t *copies, int32_t count) {
  int failed = posix_spawn_file_actions_addchdir_np(list, "/");
  for (int32_t i = 0; i < count && failed == 0; i++) {
    failed = copies[i] < 0
        ? posix_spawn_file_actions_addopen(list, i, "/dev/null", i == 0 ? O_RDONLY : O_WRONLY, 0)
        : posix_spawn_file_actions_adddup2(list, copies[i], i);
  }
  return failed;
}

static int attributes(posix_spawnattr_t *list) {
  sigset_t none, usual;
  sigemptyset(&none);
  sigemptyset(&usual);
  sigaddset(&usual, SIGPIPE);
  int failed = posix_spawnattr_setsigmask(list, &none);
  if (failed == 0) failed = posix_spawnattr_setsigdefault(list, &usual);
  if (failed == 0)
    failed = posix_spawnattr_setflags(
        list, POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  return failed;
}

static int spawn(const char *program, const int32_t *copies, int32_t count, const char *variable,
                 int32_t *pid) {
  posix_spawn_file_actions_t files;
  posix_spawnattr_t how;
  char *const arguments[] = {(char *)program, NULL};
  char *const environment[] = {(char *)variable, NULL};
  pid_t child = 0;
  int failed = posix_spawn_file_actions_init(&files);
  if (failed != 0) return failed;
  failed = posix_spawnattr_init(&how);
  if (failed == 0) {
    failed = actions(&files, copies, count);
    if (failed == 0) failed = attributes(&how);
    if (failed == 0) failed = posix_spawn(&child, program, &files, &how, arguments, environment);
    posix_spawnattr_destroy(&how);
  }
  posix_spawn_file_actions_destroy(&files);
  *pid = child;
  return failed;
}

int csystem_spawn(const char *program, const int32_t *descriptors, int32_t count,
                  const char *variable, int32_t *pid) {
  int32_t copies[most];
  int failed = 0;
  int32_t made = 0;
  if (count < 0 || count > most) return -EINVAL;
  /* Through places that none of them has, so that no copy overwrites the next. */
  for (; made < count && failed == 0; made++) {
    copies[made] = -1;
    if (descriptors[made] < 0) continue;
    copies[made] = fcntl(descriptors[made], F_DUPFD_CLOEXEC, above);
    if (copies[made] < 0) failed = errno;
  }
  if (failed == 0) failed = spawn(program, copies, count, variable, pid);
  for (int32_t i = 0; i < made; i++)
    if (copies[i] >= 0) close(copies[i]);
  return -failed;
}
