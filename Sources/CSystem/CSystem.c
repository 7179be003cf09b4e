#define _GNU_SOURCE
#include "CSystem.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#ifndef CLOSE_RANGE_CLOEXEC
#define CLOSE_RANGE_CLOEXEC (1U << 2)
#endif
#ifndef SO_PEERGROUPS
#define SO_PEERGROUPS 59
#endif

int csystem_peer_credentials(int fd, int32_t *pid, uint32_t *uid, uint32_t *gid) {
  struct ucred peer;
  socklen_t size = sizeof peer;
  if (getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &size) != 0) return -errno;
  *pid = peer.pid;
  *uid = peer.uid;
  *gid = peer.gid;
  return 0;
}

int csystem_peer_groups(int fd, uint32_t *groups, ptrdiff_t *count) {
  _Static_assert(sizeof(gid_t) == sizeof(uint32_t), "gid_t is 32 bits wide on Linux");
  socklen_t size = (socklen_t)(*count * (ptrdiff_t)sizeof *groups);
  int code = getsockopt(fd, SOL_SOCKET, SO_PEERGROUPS, groups, &size) == 0 ? 0 : -errno;
  *count = (ptrdiff_t)(size / sizeof *groups);
  return code;
}

int csystem_bind_unix(const char *path, uint32_t mode) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  size_t length = strlen(path);
  if (length == 0) return -EINVAL;
  if (length >= sizeof address.sun_path) return -ENAMETOOLONG;
  memcpy(address.sun_path, path, length + 1);
  int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (fd < 0) return -errno;
  /* Linux makes the socket's file with the permissions of the socket itself. */
  if (fchmod(fd, mode) != 0 || bind(fd, (struct sockaddr *)&address, sizeof address) != 0) {
    int code = -errno;
    close(fd);
    return code;
  }
  return fd;
}

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

#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define CSYSTEM_THREAD_SANITIZER 1
void __tsan_acquire(void *p);
void __tsan_release(void *p);
#endif
#endif

void csystem_lock_acquired(const void *p) {
#ifdef CSYSTEM_THREAD_SANITIZER
  __tsan_acquire((void *)p);
#else
  (void)p;
#endif
}

void csystem_lock_releasing(const void *p) {
#ifdef CSYSTEM_THREAD_SANITIZER
  __tsan_release((void *)p);
#else
  (void)p;
#endif
}
