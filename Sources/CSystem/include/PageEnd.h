/* Memory whose end is the end of what can be read, and how much memory there is. */
#ifndef CSYSTEM_PAGE_END_H
#define CSYSTEM_PAGE_END_H
#include <stddef.h>

/* A copy of size bytes, at most a page, behind whose last byte nothing can be read; it is never freed.
   NULL without memory. */
void *csystem_place_at_page_end(const void *bytes, size_t size);

/* The bytes of address space that this process has mapped; 0 when that cannot be found out. */
size_t csystem_address_space(void);

#endif
