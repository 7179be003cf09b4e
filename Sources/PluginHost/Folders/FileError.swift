import Glibc

package struct FileError: Error, Hashable, CustomStringConvertible {
  package let path: String
  package let what: String
  /// Descriptors, memory or the disk's room were short: another try may succeed.
  private(set) var isPassing = false

  package var description: String { "\(path): \(what)" }

  package init(path: String, what: String) {
    self.path = path
    self.what = what
  }

  /// The error in `errno`.
  package static func system(_ path: String) -> FileError {
    let code = errno
    var error = FileError(path: path, what: String(cString: strerror(code)))
    error.isPassing = [EMFILE, ENFILE, ENOMEM, ENOSPC, EDQUOT].contains(code)
    return error
  }
}
