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

/* Asks the CPU to load the cache line at p for writing. */
static inline void csystem_prefetch(const void *p) { __builtin_prefetch(p, 1, 3); }

#endif
