#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "UnixSocket.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

#ifndef SO_PEERGROUPS
#define SO_PEERGROUPS 59
#endif

_Static_assert(sizeof(((struct sockaddr_un *)0)->sun_path) == CSYSTEM_UNIX_PATH_BYTES + 1,
               "a path and the zero behind it fill an address");

/* Fills in the address of a path, which ends with a zero byte. */
static int path_address(const char *path, struct sockaddr_un *address) {
  size_t length = strlen(path);
  if (length == 0) return -EINVAL;
  if (length > CSYSTEM_UNIX_PATH_BYTES) return -ENAMETOOLONG;
  memset(address, 0, sizeof *address);
  address->sun_family = AF_UNIX;
  memcpy(address->sun_path, path, length);
  return 0;
}

int csystem_bind_unix(const char *path, uint32_t mode) {
  struct sockaddr_un address;
  int code = path_address(path, &address);
  if (code != 0) return code;
  int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (fd < 0) return -errno;
  /* Linux makes the socket's file with the permissions of the socket itself. */
  if (fchmod(fd, mode) != 0 || bind(fd, (struct sockaddr *)&address, sizeof address) != 0) {
    code = -errno;
    close(fd);
    return code;
  }
  return fd;
}

int csystem_accept(int fd) {
  int connection;
  do {
    connection = accept4(fd, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
  } while (connection < 0 && (errno == EINTR || errno == ECONNABORTED));
  return connection < 0 ? -errno : connection;
}

int csystem_connect_unix(const char *path, int patience) {
  struct sockaddr_un address;
  int code = path_address(path, &address);
  if (code != 0) return code;
  int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | (patience ? 0 : SOCK_NONBLOCK), 0);
  if (fd < 0) return -errno;
  if (patience > 0) {
    /* Connecting waits as long as sending would. */
    struct timeval time = {.tv_sec = patience / 1000, .tv_usec = patience % 1000 * 1000};
    setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &time, sizeof time);
  }
  do {
    code = connect(fd, (struct sockaddr *)&address, sizeof address) == 0 ? 0 : -errno;
  } while (code == -EINTR);
  if (code == 0) return fd;
  close(fd);
  return code;
}

ptrdiff_t csystem_send_unix(int fd, const char *name, const void *bytes, size_t count, int flags) {
  struct sockaddr_un address;
  int code = path_address(name, &address);
  if (code != 0) return code;
  socklen_t size = sizeof address;
  if (name[0] == '@') {
    /* In an abstract name zeros count, so it ends where its bytes end. */
    address.sun_path[0] = 0;
    size = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + strlen(name));
  }
  ssize_t sent = sendto(fd, bytes, count, flags, (struct sockaddr *)&address, size);
  return sent < 0 ? -errno : sent;
}

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
