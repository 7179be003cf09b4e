/* What a sanitizer is to leave out in a program that was built with it; a worker has no environment
   that could say so. The search for leaks at the end makes calls that a sandbox refuses, and a plugin
   that crashes is to end its worker by the signal that tells why. */
#if defined(__has_feature)
#if !__has_feature(coverage_sanitizer)

#define SIGNALS "handle_segv=0:handle_sigbus=0:handle_sigill=0:handle_sigfpe=0"

#if __has_feature(address_sanitizer)
const char *__asan_default_options(void);
const char *__asan_default_options(void) { return "detect_leaks=0:" SIGNALS; }
#endif

#if __has_feature(thread_sanitizer)
const char *__tsan_default_options(void);
const char *__tsan_default_options(void) { return SIGNALS; }
#endif

#endif
#endif
