/* CSystem: the few Linux calls and one-instruction helpers that Swift cannot reach by itself. */
#ifndef CSYSTEM_H
#define CSYSTEM_H
#include <stdint.h>
#include <stddef.h>
#include <malloc.h>

/* Bytes that malloc has given out and not got back. */
static inline size_t csystem_heap_bytes(void) {
  struct mallinfo2 info = mallinfo2();
  return info.uordblks + info.hblkhd;
}
#include "Alarm.h"
#include "Arguments.h"
#include "EqualWords.h"
#include "Memory.h"
#include "PageEnd.h"
#include "ParentDeath.h"
#include "Pipe.h"
#include "Rename.h"
#include "SHA256.h"
#include "Spawn.h"
#include "StatusPage.h"

/* Asks the CPU to load the cache line at p for writing. */
static inline void csystem_prefetch(const void *p) { __builtin_prefetch(p, 1, 3); }

/* Functions that can fail return 0 or more, or a negated errno. */

/* Who connected the Unix socket fd (SO_PEERCRED). */
int csystem_peer_credentials(int fd, int32_t *pid, uint32_t *uid, uint32_t *gid);

/* The supplementary groups of who connected fd (SO_PEERGROUPS). *count is the room on entry and the
   number of groups on return, also with -ERANGE, which says that the room is too small. */
int csystem_peer_groups(int fd, uint32_t *groups, ptrdiff_t *count);

/* A bound, not yet listening Unix stream socket (non-blocking, close-on-exec). The file at path has
   exactly the permissions mode & ~umask from its first moment: no window in which others may connect.
   Returns the descriptor. */
int csystem_bind_unix(const char *path, uint32_t mode);

/* Raises the soft limit of open files to the hard one; *limit is what holds afterwards. */
int csystem_raise_open_files(uint64_t *limit);

/* Marks every open descriptor from first on as close-on-exec. */
int csystem_close_on_exec_from(int first);

/* Tell ThreadSanitizer that a lock at p has been taken, or is about to be given back: it cannot look
   into the Swift library's Mutex. Nothing in other builds. */
void csystem_lock_acquired(const void *p);
void csystem_lock_releasing(const void *p);

#endif
