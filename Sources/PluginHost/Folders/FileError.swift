import Glibc

/// What went wrong with a file.
package struct FileError: Error, Hashable, CustomStringConvertible {
  package let path: String
  package let what: String
  /// Whether only descriptors or memory were short, so that the same may work later.
  private(set) var isPassing = false

  package var description: String { "\(path): \(what)" }

  package init(path: String, what: String) {
    self.path = path
    self.what = what
  }

  /// The reason that the system's last call left behind.
  package static func system(_ path: String) -> FileError {
    let code = errno
    var error = FileError(path: path, what: String(cString: strerror(code)))
    error.isPassing = [EMFILE, ENFILE, ENOMEM].contains(code)
    return error
  }
}
