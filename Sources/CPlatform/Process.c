#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "Process.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#ifndef CLOSE_RANGE_CLOEXEC
#define CLOSE_RANGE_CLOEXEC (1U << 2)
#endif

static int argument_count;
static char **arguments;

/* The loader passes the kernel's own vector to every constructor. */
__attribute__((constructor)) static void keep_arguments(int argc, char **argv) {
  argument_count = argc;
  arguments = argv;
}

int csystem_argument_count(void) { return argument_count; }

const char *csystem_argument(int index) {
  return index >= 0 && index < argument_count ? arguments[index] : 0;
}

int csystem_die_with_parent(void) {
  pid_t parent = getppid();
  if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0) return -errno;
  return getppid() == parent ? 0 : -ESRCH;
}

void csystem_print_by_lines(void) { setvbuf(stdout, NULL, _IOLBF, 0); }

int csystem_raise_open_files(uint64_t *limit) {
  struct rlimit files;
  if (getrlimit(RLIMIT_NOFILE, &files) != 0) return -errno;
  if (files.rlim_cur != files.rlim_max) {
    files.rlim_cur = files.rlim_max;
    if (setrlimit(RLIMIT_NOFILE, &files) != 0) return -errno;
  }
  *limit = files.rlim_cur;
  return 0;
}

int csystem_close_on_exec_from(int first) {
  if (close_range((unsigned)first, ~0U, CLOSE_RANGE_CLOEXEC) == 0) return 0;
  /* Before Linux 5.11, and where a container forbids the call. */
  DIR *folder = opendir("/proc/self/fd");
  if (folder == NULL) return -errno;
  struct dirent *entry;
  while ((entry = readdir(folder)) != NULL) {
    int fd = atoi(entry->d_name);
    if (fd >= first) fcntl(fd, F_SETFD, FD_CLOEXEC);
  }
  closedir(folder);
  return 0;
}

enum { maximum_descriptors = 8, above_descriptors = 100 };

static int set_actions(posix_spawn_file_actions_t *actions, const csystem_launch *launch,
                       const int32_t *copies) {
  int failed = 0;
  if (launch->directory != NULL)
    failed = posix_spawn_file_actions_addchdir_np(actions, launch->directory);
  for (int32_t i = 0; i < launch->descriptor_count && failed == 0; i++) {
    failed = copies[i] < 0
        ? posix_spawn_file_actions_addopen(actions, i, "/dev/null", i == 0 ? O_RDONLY : O_WRONLY, 0)
        : posix_spawn_file_actions_adddup2(actions, copies[i], i);
  }
  return failed;
}

static int set_attributes(posix_spawnattr_t *attributes) {
  sigset_t none, all;
  sigemptyset(&none);
  sigfillset(&all);
  int failed = posix_spawnattr_setsigmask(attributes, &none);
  if (failed == 0) failed = posix_spawnattr_setsigdefault(attributes, &all);
  if (failed == 0)
    failed = posix_spawnattr_setflags(
        attributes, POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  return failed;
}

static int spawn(const csystem_launch *launch, const int32_t *copies, int32_t *pid) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  pid_t child = 0;
  int failed = posix_spawn_file_actions_init(&actions);
  if (failed != 0) return failed;
  failed = posix_spawnattr_init(&attributes);
  if (failed == 0) {
    failed = set_actions(&actions, launch, copies);
    if (failed == 0) failed = set_attributes(&attributes);
    if (failed == 0)
      failed = posix_spawnp(&child, launch->arguments[0], &actions, &attributes, launch->arguments,
                            launch->environment != NULL ? launch->environment : environ);
    posix_spawnattr_destroy(&attributes);
  }
  posix_spawn_file_actions_destroy(&actions);
  *pid = child;
  return failed;
}

int csystem_spawn(const csystem_launch *launch, int32_t *pid) {
  int32_t copies[maximum_descriptors];
  int failed = 0;
  int32_t made = 0;
  if (launch->descriptor_count < 0 || launch->descriptor_count > maximum_descriptors) return -EINVAL;
  /* Copied to numbers that none of them has, so that no copy overwrites the next. */
  for (; made < launch->descriptor_count && failed == 0; made++) {
    copies[made] = -1;
    if (launch->descriptors[made] < 0) continue;
    copies[made] = fcntl(launch->descriptors[made], F_DUPFD_CLOEXEC, above_descriptors);
    if (copies[made] < 0) failed = errno;
  }
  if (failed == 0) failed = spawn(launch, copies, pid);
  for (int32_t i = 0; i < made; i++)
    if (copies[i] >= 0) close(copies[i]);
  return -failed;
}
