/* Unix sockets by path, and who is at the other end. */
#ifndef CSYSTEM_UNIX_SOCKET_H
#define CSYSTEM_UNIX_SOCKET_H
#include <stddef.h>
#include <stdint.h>

/* The longest path of a Unix socket in bytes. */
#define CSYSTEM_UNIX_PATH_BYTES 107

/* A bound, not yet listening stream socket (non-blocking, close-on-exec). The file at path has
   exactly the permissions mode & ~umask from its first moment: no window in which others may connect.
   Returns the descriptor. */
int csystem_bind_unix(const char *path, uint32_t mode);

/* The next connection that waits at a listening socket (non-blocking, close-on-exec); -EAGAIN when none
   does. Connections that were given up meanwhile are passed over. Returns the descriptor. */
int csystem_accept(int fd);

/* A stream socket (close-on-exec) connected to path. A listener whose queue is full is waited for: for
   patience milliseconds, for ever if that is negative; then it gives -EAGAIN. With patience 0 the socket is
   non-blocking. Returns the descriptor. */
int csystem_connect_unix(const char *path, int patience);

/* Sends a datagram from fd to a path, or to an abstract name, which is written with @ in front. flags
   are those of send(2). Returns the bytes sent. */
ptrdiff_t csystem_send_unix(int fd, const char *name, const void *bytes, size_t count, int flags);

/* The process, user and group that connected the socket fd (SO_PEERCRED). */
int csystem_peer_credentials(int fd, int32_t *pid, uint32_t *uid, uint32_t *gid);

/* The supplementary groups of the process that connected fd (SO_PEERGROUPS). *count is the room on
   entry and the number of groups on return, also with -ERANGE, which says that the room is too
   small. */
int csystem_peer_groups(int fd, uint32_t *groups, ptrdiff_t *count);

#endif
