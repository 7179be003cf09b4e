import TestSupport

extension HostileCase {
  /// Ways to die.
  static let crashes = [
    HostileCase(
      "dereferences NULL", .poisoned, report: "was ended by SIGSEGV", "*(volatile int *)0 = 1;"),
    HostileCase(
      "calls what is not a code", .poisoned, report: "was ended by SIGSEGV",
      "((void (*)(void))(uintptr_t)64)();"),
    HostileCase("aborts", .poisoned, report: "was ended by SIGABRT", "abort();"),
    HostileCase(
      "makes an illegal instruction", .poisoned, report: "was ended by SIGILL",
      "__builtin_trap();"),
    HostileCase("exits with 0", .poisoned, report: "exited with code 0", "_exit(0);"),
    HostileCase(
      "exits as a worker that gives up", .poisoned, report: "exited with code 65", "_exit(65);"),
    HostileCase("leaves by exit", .poisoned, report: "exited with code 3", "exit(3);"),
    HostileCase(
      "recurses without end", .poisoned, report: "was ended by SIGSEGV",
      declarations: """
        static int deeper(volatile int *up) {
          volatile int room[1024];
          room[0] = *up + 1;
          return deeper(room) + room[0];
        }
        """, "volatile int start = 0; return deeper(&start);"),
    HostileCase(
      "crashes in its constructor", at: .constructor, .quarantined,
      report: "was ended by SIGSEGV", "*(volatile int *)0 = 1;"),
    HostileCase(
      "exits in its constructor", at: .constructor, .quarantined, report: "exited with code 0",
      "_exit(0);"),
    HostileCase(
      "gives up in its constructor", at: .constructor, .failed, report: "exited with code 70",
      "_exit(70);"),
    HostileCase(
      "cannot be created", at: .create, .failed, report: "create failed with status -8",
      "return BTN_E_INTERNAL;"),
    HostileCase(
      "aborts in create", at: .create, .quarantined, report: "was ended by SIGABRT", "abort();"),
  ]

  /// Ways to die of what the limit of memory refuses. A worker with a sanitizer has no such limit, as
  /// that needs more room than there is.
  static let hogs =
    Sanitizer.isThere
    ? []
    : [
      HostileCase(
        "eats memory", .poisoned, report: "was ended by SIGSEGV",
        "for (;;) *(volatile char *)malloc(1 << 20) = 1;"),
      HostileCase(
        "maps memory without end", .poisoned, report: "was ended by SIGABRT",
        declarations: "#include <sys/mman.h>",
        """
        for (;;) {
          void *memory = mmap(NULL, 1 << 26, PROT_READ | PROT_WRITE,
                              MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
          if (memory == MAP_FAILED) abort();
        }
        """),
    ]

  /// Ways to keep others waiting.
  static let hangs = [
    hang("loops for ever", "for (volatile int i = 0;; i++) {}"),
    hang("waits for ever", declarations: pauseForEver, "pause_for_ever();"),
    hang(
      "stops itself", declarations: "#include <signal.h>", "raise(SIGSTOP);"),
    hang(
      "blocks and ignores all signals", declarations: "#include <signal.h>",
      """
      sigset_t all;
      sigfillset(&all);
      sigprocmask(SIG_SETMASK, &all, NULL);
      for (int i = 1; i < 65; i++) if (i != SIGSYS) signal(i, SIG_IGN);
      for (;;) {}
      """),
    hang("loops in its constructor", at: .constructor, "for (volatile int i = 0;; i++) {}"),
    hang(
      "stops itself in its constructor", at: .constructor, declarations: "#include <signal.h>",
      "raise(SIGSTOP);"),
    hang("loops in create", at: .create, "for (volatile int i = 0;; i++) {}"),
    HostileCase(
      "is slow", .harmless, isLate: true, declarations: "#include <time.h>",
      "nanosleep(&(struct timespec){0, 150000000}, NULL);"),
    HostileCase(
      "calculates for long", .harmless, isLate: true, declarations: "#include <time.h>",
      """
      struct timespec start, now;
      clock_gettime(CLOCK_MONOTONIC, &start);
      do clock_gettime(CLOCK_MONOTONIC, &now);
      while ((now.tv_sec - start.tv_sec) * 1000 + (now.tv_nsec - start.tv_nsec) / 1000000 < 150);
      """),
  ]

  /// Waiting needs no system call that a sandbox could refuse.
  static let pauseForEver = """
    #include <poll.h>
    static void pause_for_ever(void) { for (;;) poll(NULL, 0, 1000); }
    """
}
