#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "Memory.h"

#include <fcntl.h>
#include <link.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

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

void csystem_keep_heap(void) {
  (void)mallopt(M_MMAP_THRESHOLD, 1 << 20);
  (void)mallopt(M_TRIM_THRESHOLD, 8 << 20);
}

/* Pages that cannot be written are as they are in the file. */
static int forget(struct dl_phdr_info *info, size_t size, void *page) {
  (void)size;
  uintptr_t mask = ~(*(uintptr_t *)page - 1);
  for (int i = 0; i < info->dlpi_phnum; i++) {
    const ElfW(Phdr) *part = &info->dlpi_phdr[i];
    if (part->p_type != PT_LOAD || part->p_flags & PF_W) continue;
    uintptr_t first = (info->dlpi_addr + part->p_vaddr) & mask;
    uintptr_t end = (info->dlpi_addr + part->p_vaddr + part->p_filesz) & mask;
    if (first < end) (void)madvise((void *)first, end - first, MADV_DONTNEED);
  }
  return 0;
}

void csystem_trim_memory(void) {
  uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
  (void)malloc_trim(0);
  (void)dl_iterate_phdr(forget, &page);
}

void *csystem_place_at_page_end(const void *bytes, size_t size) {
  size_t page = (size_t)sysconf(_SC_PAGESIZE);
  if (size > page) return NULL;
  char *pages = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (pages == MAP_FAILED) return NULL;
  if (mprotect(pages + page, page, PROT_NONE) != 0) return NULL;
  return memcpy(pages + page - size, bytes, size);
}

ptrdiff_t csystem_find(const void *bytes, size_t size, const void *part, size_t count) {
  const char *found = memmem(bytes, size, part, count);
  return found ? found - (const char *)bytes : -1;
}
