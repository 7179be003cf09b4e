/* The status page: 4 KiB of memory in which a worker says what it is doing, and which the daemon
   can read at any moment without asking. */
#ifndef CSYSTEM_STATUS_PAGE_H
#define CSYSTEM_STATUS_PAGE_H
#include <stdint.h>
#include <stddef.h>

#define CSYSTEM_STATUS_PAGE_MAGIC 0x50535442u /* "BTSP" */
#define CSYSTEM_STATUS_PAGE_VERSION 1u
#define CSYSTEM_STATUS_PAGE_BYTES 4096

/* What stands on the page; the worker alone writes, one field at a time. */
typedef struct csystem_status_page {
  uint32_t magic;
  uint32_t version;
  uint32_t phase;      /* 0 starting, 1 idle, 2 resolving, 3 stopping, 4 trapped */
  uint32_t sequence;   /* the batch being resolved, or resolved last */
  uint32_t item_index; /* the item of that batch being resolved, or resolved last */
  uint32_t reserved;
  uint64_t beat;         /* grows with every item, so that a slow worker differs from a hung one */
  int32_t last_syscall;  /* the call that was trapped, -1 for none */
} csystem_status_page;

/* A new page: the descriptor of 4 KiB of shared memory whose size is sealed, close-on-exec, or a
   negated errno. The caller closes it. */
int csystem_status_page_create(void);

/* Maps a page for reading, or for writing too; NULL when fd is not a page of this size. For writing, magic
   and version are filled in. The caller unmaps it. */
csystem_status_page *csystem_status_page_map(int fd, int writable);

/* Ends a mapping; the descriptor stays open. */
void csystem_status_page_unmap(csystem_status_page *page);

/* Copies what stands on a page; 0, or -EPROTO when it is not a page of this version. */
int csystem_status_page_read(const csystem_status_page *page, csystem_status_page *copy);

static inline volatile int32_t *csystem_status_page_last_syscall(csystem_status_page *page) {
  return &page->last_syscall;
}

static inline volatile uint32_t *csystem_status_page_phase(csystem_status_page *page) {
  return &page->phase;
}

static inline void csystem_status_page_set_phase(csystem_status_page *page, uint32_t phase) {
  __atomic_store_n(&page->phase, phase, __ATOMIC_RELEASE);
}

/* Says that a batch has arrived. */
static inline void csystem_status_page_begin(csystem_status_page *page, uint32_t sequence) {
  __atomic_store_n(&page->item_index, 0, __ATOMIC_RELAXED);
  __atomic_store_n(&page->sequence, sequence, __ATOMIC_RELAXED);
  __atomic_store_n(&page->phase, 2, __ATOMIC_RELEASE);
}

/* Says that an item of the batch is next. */
static inline void csystem_status_page_item(csystem_status_page *page, uint32_t index) {
  __atomic_store_n(&page->item_index, index, __ATOMIC_RELAXED);
  __atomic_store_n(&page->beat, page->beat + 1, __ATOMIC_RELEASE);
}

#endif
