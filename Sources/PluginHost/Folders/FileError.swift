import Glibc

/// What went wrong with a file.
struct FileError: Error, Hashable, CustomStringConvertible {
  let path: String
  let what: String

  var description: String { "\(path): \(what)" }

  /// The reason that the system's last call left behind.
  static func system(_ path: String) -> FileError {
    FileError(path: path, what: String(cString: strerror(errno)))
  }
}
