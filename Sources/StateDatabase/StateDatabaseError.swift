internal import CSQLite
import Glibc

/// Why the state database cannot be opened, read or written: what failed, where, and how to mend it.
package struct StateDatabaseError: Error, Hashable, Sendable {
  /// What kind of trouble it is.
  package enum Kind: Hashable, Sendable {
    /// State cannot be kept at this path.
    case place
    /// Another daemon, or another program, has it.
    case taken
    /// What is in the file cannot be trusted.
    case damaged
    /// A newer version of the program wrote it.
    case newer
    /// There is no space left.
    case full
    /// The system or SQLite refused.
    case failed
  }

  package let kind: Kind
  /// The file or folder.
  package let path: String
  /// What is wrong with it.
  package let message: String
  /// What the reader can do about it.
  package let advice: String

  /// An error in words.
  package init(_ kind: Kind, _ path: String, _ message: String, advice: String = "") {
    self.kind = kind
    self.path = path
    self.message = message
    self.advice = advice
  }

  /// SQLite's answer, or the system's under it, when `operation` was tried.
  init(sqlite code: CInt, _ operation: StaticString, _ path: String, _ message: String) {
    let text = "cannot \(operation): \(message)"
    switch code & 0xFF {
    case SQLITE_FULL:
      self.init(.full, path, text, advice: "make space on its file system")
    case SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_FORMAT: self.init(.damaged, path, text)
    case SQLITE_BUSY, SQLITE_LOCKED:
      self.init(.taken, path, text, advice: "end the program that has the file open")
    case SQLITE_READONLY, SQLITE_CANTOPEN, SQLITE_PERM, SQLITE_AUTH:
      self.init(.place, path, text, advice: StateDatabaseError.anotherPlace)
    default: self.init(.failed, path, text)
    }
  }

  /// The reason that the system's last call left behind.
  static func system(_ operation: StaticString, _ path: String, _ code: CInt = errno)
    -> StateDatabaseError
  {
    StateDatabaseError(
      code == ENOSPC ? .full : .place, path,
      "cannot \(operation): \(String(cString: strerror(code)))",
      advice: code == ENOSPC ? "make space on its file system" : anotherPlace)
  }

  /// What to do about a folder that state cannot be kept in.
  static let anotherPlace =
    "fix that, choose another folder with --state, or keep nothing with --ephemeral"
}

extension StateDatabaseError: CustomStringConvertible {
  package var description: String {
    advice.isEmpty ? "\(path): \(message)" : "\(path): \(message); \(advice)"
  }
}
