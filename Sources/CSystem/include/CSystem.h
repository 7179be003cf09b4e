/* CSystem: the few Linux calls and one-instruction helpers that Swift cannot reach by itself. */
#ifndef CSYSTEM_H
#define CSYSTEM_H
#include <stdint.h>
#include <stddef.h>

/* Asks the CPU to load the cache line at p for writing. */
static inline void csystem_prefetch(const void *p) { __builtin_prefetch(p, 1, 3); }

#endif
