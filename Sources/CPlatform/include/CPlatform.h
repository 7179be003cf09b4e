/* CPlatform: the few Linux calls and one-instruction helpers that Swift cannot reach itself. Unless a
   comment says otherwise, functions that can fail return 0 or more, or a negated errno. */
#ifndef CSYSTEM_H
#define CSYSTEM_H
#include <stdint.h>
#include <string.h>

#include "Alarm.h"
#include "Files.h"
#include "Memory.h"
#include "Process.h"
#include "SHA1.h"
#include "SHA256.h"
#include "StatusPage.h"
#include "UnixSocket.h"
#include "Wakeup.h"

/* Asks the CPU to load the cache line at p for writing. */
static inline void csystem_prefetch(const void *p) { __builtin_prefetch(p, 1, 3); }

/* Which of the sixteen words at p, aligned to 16 bytes, equal the value in the bits of the mask: one
   bit for each, the first word's lowest. With clang, which builds this package, as vectors that become
   the machine's own. */
static inline uint32_t csystem_equal_words(const uint32_t *p, uint32_t value, uint32_t mask) {
#ifdef __clang__
  typedef uint32_t words __attribute__((vector_size(64), aligned(16), may_alias));
  typedef _Bool flags __attribute__((ext_vector_type(16)));
  flags equal = __builtin_convertvector(((*(const words *)p ^ value) & mask) == 0, flags);
  uint16_t bits;
  memcpy(&bits, &equal, sizeof bits);
  return bits;
#else
  uint32_t bits = 0;
  for (int i = 0; i < 16; i++) bits |= (uint32_t)(((p[i] ^ value) & mask) == 0) << i;
  return bits;
#endif
}

/* Tell ThreadSanitizer that a lock at p has been taken, or is about to be released: it cannot look
   into the Swift library's Mutex. They do nothing in other builds. */
void csystem_lock_acquired(const void *p);
void csystem_lock_releasing(const void *p);

#endif
