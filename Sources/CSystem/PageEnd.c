/* Memory whose end is the end of what can be read, and how much memory there is. */
#define _GNU_SOURCE
#include "PageEnd.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

void *csystem_place_at_page_end(const void *bytes, size_t size) {
  size_t page = (size_t)sysconf(_SC_PAGESIZE);
  if (size > page) return NULL;
  char *pages = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (pages == MAP_FAILED) return NULL;
  if (mprotect(pages + page, page, PROT_NONE) != 0) return NULL;
  return memcpy(pages + page - size, bytes, size);
}

size_t csystem_address_space(void) {
  int file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  char text[64];
  ssize_t count = read(file, text, sizeof text - 1);
  close(file);
  if (count <= 0) return 0;
  text[count] = 0;
  size_t pages = 0;
  return sscanf(text, "%zu", &pages) == 1 ? pages * (size_t)sysconf(_SC_PAGESIZE) : 0;
}
