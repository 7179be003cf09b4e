import FoundationEssentials
import Glibc
import TestSupport

/// A disk that forgets, when the power is cut, what a program wrote and did not sync: a library loaded
/// before all others notes how much of each file was synced, and the files are cut to that.
///
/// Names are kept as they are: a file that was renamed has its new name, with what was synced of it.
final class LossyDisk {
  private let library: String
  private let records = TemporaryFolder()

  init() throws {
    library = try Compilation(
      ["cc", "-std=gnu11", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC"],
      [("disk.c", Self.source)], linking: ["-ldl"]
    ).file()
  }

  /// What the program's environment says.
  var environment: [String: String] { ["LD_PRELOAD": library, "LOSSY_DISK": records.path] }

  /// Cuts the files of a folder to what was synced of them, when the program that wrote them is dead; how
  /// many bytes that took.
  func forget(_ path: String) throws -> Int {
    var lost = 0
    for name in try FileManager.default.subpathsOfDirectory(atPath: path) {
      let file = "\(path)/\(name)"
      var entry = stat()
      guard lstat(file, &entry) == 0, entry.st_mode & S_IFMT == S_IFREG else { continue }
      var record = stat()
      let isKnown = stat(records.file("\(entry.st_ino)"), &record) == 0
      let synced = min(isKnown ? record.st_size : 0, entry.st_size)
      guard truncate(file, synced) == 0 else { throw TestFailure("\(file): errno \(errno)") }
      lost += entry.st_size - synced
    }
    return lost
  }

  /// A file's record is named after its inode and has as many bytes as were synced.
  private static let source = """
    #define _GNU_SOURCE
    #include <dlfcn.h>
    #include <fcntl.h>
    #include <limits.h>
    #include <stdio.h>
    #include <stdlib.h>
    #include <string.h>
    #include <sys/stat.h>
    #include <unistd.h>

    static char *folder;
    static int (*real_fsync)(int), (*real_fdatasync)(int), (*real_unlink)(const char *);
    static int (*real_rename)(const char *, const char *), (*real_ftruncate)(int, off64_t);

    __attribute__((constructor)) static void prepare(void) {
      /* The server writes its title over its environment. */
      folder = strdup(getenv("LOSSY_DISK"));
      real_fsync = dlsym(RTLD_NEXT, "fsync");
      real_fdatasync = dlsym(RTLD_NEXT, "fdatasync");
      real_unlink = dlsym(RTLD_NEXT, "unlink");
      real_rename = dlsym(RTLD_NEXT, "rename");
      real_ftruncate = dlsym(RTLD_NEXT, "ftruncate64");
    }

    static void name_record(char path[PATH_MAX], const struct stat *file) {
      snprintf(path, PATH_MAX, "%s/%lu", folder, (unsigned long)file->st_ino);
    }

    /* What was there when the sync began is on the disk when it has ended. */
    static int sync_file(int file, int (*real)(int)) {
      struct stat before, after, record;
      char path[PATH_MAX];
      if (fstat(file, &before)) return real(file);
      int result = real(file);
      /* The inode of a file without a name is soon another file's. */
      if (result || fstat(file, &after) || !after.st_nlink) return result;
      name_record(path, &before);
      int created = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
      if (created >= 0) close(created);
      if (stat(path, &record) || record.st_size >= before.st_size) return result;
      if (truncate(path, before.st_size)) abort();
      return result;
    }

    int fsync(int file) { return sync_file(file, real_fsync); }

    int fdatasync(int file) { return sync_file(file, real_fdatasync); }

    int ftruncate64(int file, off64_t size) {
      struct stat entry, record;
      char path[PATH_MAX];
      int result = real_ftruncate(file, size);
      if (result || fstat(file, &entry)) return result;
      name_record(path, &entry);
      if (!stat(path, &record) && record.st_size > size && truncate(path, size)) abort();
      return result;
    }

    int ftruncate(int file, off_t size) { return ftruncate64(file, size); }

    /* A file whose last name goes leaves no record to the next one with its inode. */
    static void forget(const struct stat *file) {
      char path[PATH_MAX];
      name_record(path, file);
      if (file->st_nlink == 1) real_unlink(path);
    }

    int unlink(const char *path) {
      struct stat file;
      int is_there = !lstat(path, &file);
      int result = real_unlink(path);
      if (!result && is_there) forget(&file);
      return result;
    }

    int rename(const char *from, const char *to) {
      struct stat moved, replaced;
      int replaces = !lstat(from, &moved) && !lstat(to, &replaced) && moved.st_ino != replaced.st_ino;
      int result = real_rename(from, to);
      if (!result && replaces) forget(&replaced);
      return result;
    }
    """
}
