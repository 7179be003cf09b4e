#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "StatusPage.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

int csystem_status_page_create(void) {
  int fd = memfd_create("buttond-status", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (fd < 0) return -errno;
  if (ftruncate(fd, CSYSTEM_STATUS_PAGE_BYTES) != 0 ||
      fcntl(fd, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) != 0) {
    int error = errno;
    close(fd);
    return -error;
  }
  return fd;
}

csystem_status_page *csystem_status_page_map(int fd, int writable) {
  struct stat info;
  if (fstat(fd, &info) != 0 || info.st_size != CSYSTEM_STATUS_PAGE_BYTES) return NULL;
  int protection = writable ? PROT_READ | PROT_WRITE : PROT_READ;
  void *memory = mmap(NULL, CSYSTEM_STATUS_PAGE_BYTES, protection, MAP_SHARED, fd, 0);
  if (memory == MAP_FAILED) return NULL;
  csystem_status_page *page = memory;
  if (writable) {
    page->last_syscall = -1;
    page->version = CSYSTEM_STATUS_PAGE_VERSION;
    __atomic_store_n(&page->magic, CSYSTEM_STATUS_PAGE_MAGIC, __ATOMIC_RELEASE);
  }
  return page;
}

void csystem_status_page_unmap(csystem_status_page *page) {
  if (page != NULL) munmap(page, CSYSTEM_STATUS_PAGE_BYTES);
}

int csystem_status_page_read(const csystem_status_page *page, csystem_status_page *copy) {
  copy->magic = __atomic_load_n(&page->magic, __ATOMIC_ACQUIRE);
  copy->phase = __atomic_load_n(&page->phase, __ATOMIC_ACQUIRE);
  copy->beat = __atomic_load_n(&page->beat, __ATOMIC_ACQUIRE);
  copy->version = page->version;
  copy->sequence = __atomic_load_n(&page->sequence, __ATOMIC_RELAXED);
  copy->item_index = __atomic_load_n(&page->item_index, __ATOMIC_RELAXED);
  copy->reserved = 0;
  copy->last_syscall = __atomic_load_n(&page->last_syscall, __ATOMIC_RELAXED);
  if (copy->magic != CSYSTEM_STATUS_PAGE_MAGIC || copy->version != CSYSTEM_STATUS_PAGE_VERSION) return -EPROTO;
  return 0;
}
