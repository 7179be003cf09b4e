import Glibc

/// Makes a program's writes into its journal hang when a test wants it: a library loaded before all
/// others, which looks at a file before it lets a write through.
package final class HangingDisk {
  private let folder = TemporaryFolder()
  private let library: String
  private var flag: String { folder.file("hangs") }
  private var arrival: String { folder.file("arrived") }

  package init() throws {
    library = try Compilation(
      ["cc", "-shared", "-fPIC"], [("disk.c", HangingDisk.source)], linking: ["-ldl"]
    ).file()
  }

  /// What the program's environment says.
  package var environment: [String: String] {
    ["LD_PRELOAD": library, "HANGING_DISK": folder.path]
  }

  /// From now on writes hang until ``release()``.
  package func hang() {
    unlink(arrival)
    folder.write("", to: "hangs")
  }

  /// Lets all go on that hang.
  package func release() { unlink(flag) }

  /// Waits until a write hangs.
  package func waitForWrite(by deadline: Deadline = Deadline()) throws {
    try wait(for: "a write", by: deadline) { access(arrival, F_OK) == 0 }
  }

  private static let source = """
    #define _GNU_SOURCE
    #include <dlfcn.h>
    #include <fcntl.h>
    #include <limits.h>
    #include <stdio.h>
    #include <stdlib.h>
    #include <unistd.h>

    static void wait_for_disk(void) {
      const char *folder = getenv("HANGING_DISK");
      char flag[PATH_MAX], arrival[PATH_MAX];
      if (!folder) return;
      snprintf(flag, sizeof flag, "%s/hangs", folder);
      snprintf(arrival, sizeof arrival, "%s/arrived", folder);
      if (access(flag, F_OK)) return;
      int file = open(arrival, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
      if (file >= 0) close(file);
      while (!access(flag, F_OK)) usleep(1000);
    }

    ssize_t pwrite64(int file, const void *bytes, size_t count, off64_t place) {
      ssize_t (*real)(int, const void *, size_t, off64_t) = dlsym(RTLD_NEXT, "pwrite64");
      wait_for_disk();
      return real(file, bytes, count, place);
    }

    ssize_t pwrite(int file, const void *bytes, size_t count, off_t place) {
      return pwrite64(file, bytes, count, place);
    }

    int fdatasync(int file) {
      int (*real)(int) = dlsym(RTLD_NEXT, "fdatasync");
      wait_for_disk();
      return real(file);
    }
    """
}
