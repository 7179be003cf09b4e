import Glibc

/// What went wrong with a file.
package struct FileError: Error, Hashable, CustomStringConvertible {
  package let path: String
  package let what: String

  package var description: String { "\(path): \(what)" }

  package init(path: String, what: String) {
    self.path = path
    self.what = what
  }

  /// The reason that the system's last call left behind.
  package static func system(_ path: String) -> FileError {
    FileError(path: path, what: String(cString: strerror(errno)))
  }
}
