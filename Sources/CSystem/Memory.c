/* How much memory the process keeps that it does not need. */
#define _GNU_SOURCE
#include "Memory.h"

#include <link.h>
#include <malloc.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

void csystem_share_heap(void) { (void)mallopt(M_ARENA_MAX, 1); }

/* What nobody may write is as it is in the file. */
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

void csystem_trim_heap(void) { (void)malloc_trim(0); }

void csystem_forget_start(void) {
  uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
  (void)malloc_trim(0);
  (void)dl_iterate_phdr(forget, &page);
}
