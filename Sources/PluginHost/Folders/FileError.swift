import Glibc

/// What went wrong with a file.
package struct FileError: Error, Hashable, CustomStringConvertible {
  package let path: String
  package let what: String

  package var description: String { "\(path): \(what)" }

  /// The reason that the system's last call left behind.
  static func system(_ path: String) -> FileError {
    FileError(path: path, what: String(cString: strerror(errno)))
  }
}
