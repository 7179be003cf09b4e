/* The memory of this process: how much it has, giving back what it does not need, and finding bytes. */
#ifndef CSYSTEM_MEMORY_H
#define CSYSTEM_MEMORY_H
#include <malloc.h>
#include <stddef.h>

/* Bytes that malloc has handed out and that are not freed yet. */
static inline size_t csystem_heap_bytes(void) {
  struct mallinfo2 info = mallinfo2();
  return info.uordblks + info.hblkhd;
}

/* The bytes of address space that this process has mapped; 0 when that cannot be found out. */
size_t csystem_address_space(void);

/* Keeps up to 8 MiB of freed memory for the next who asks, in pieces of less than 1 MiB: a program that needs the
   same again and again would get new pages from the system each time. */
void csystem_keep_heap(void);

/* Gives free pages of the heap back to the system, which takes a while where there are many, and
   unmaps the code and constants that the program and its libraries have touched so far: what is
   used again is mapped again, from the system's cache. */
void csystem_trim_memory(void);

/* A copy of size bytes, at most a page, right before memory that cannot be read; it is never freed.
   NULL without memory. */
void *csystem_place_at_page_end(const void *bytes, size_t size);

/* Where count bytes at part stand first among size bytes, counted from their beginning; -1 where they
   do not. It takes time in proportion to both sizes together, whatever they hold. */
ptrdiff_t csystem_find(const void *bytes, size_t size, const void *part, size_t count);

#endif
