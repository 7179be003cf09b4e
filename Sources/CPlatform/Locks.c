#include "CPlatform.h"

#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define CSYSTEM_THREAD_SANITIZER 1
void __tsan_acquire(void *p);
void __tsan_release(void *p);
#endif
#endif

void csystem_lock_acquired(const void *p) {
#ifdef CSYSTEM_THREAD_SANITIZER
  __tsan_acquire((void *)p);
#else
  (void)p;
#endif
}

void csystem_lock_releasing(const void *p) {
#ifdef CSYSTEM_THREAD_SANITIZER
  __tsan_release((void *)p);
#else
  (void)p;
#endif
}
