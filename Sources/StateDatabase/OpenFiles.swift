import Glibc

/// Detects that an open file of the database was removed or replaced: later writes would be lost.
struct OpenFiles {
  private struct File {
    let path: String
    let device: dev_t
    let number: ino_t
  }

  private var files: [File] = []

  /// Records the files that are at these paths now.
  init(_ paths: [String]) throws(StateDatabaseError) {
    for path in paths {
      var status = stat()
      guard lstat(path, &status) == 0 else { throw .system("look at", path) }
      files.append(File(path: path, device: status.st_dev, number: status.st_ino))
    }
  }

  func check() throws(StateDatabaseError) {
    for file in files {
      var status = stat()
      if lstat(file.path, &status) == 0, status.st_dev == file.device, status.st_ino == file.number
      {
        continue
      }
      throw StateDatabaseError(
        .unusablePath, file.path,
        "was removed or replaced while the daemon has it open: what is written is not kept",
        advice: "put it back, or take a backup with buttonctl backup and restart the daemon")
    }
  }
}
