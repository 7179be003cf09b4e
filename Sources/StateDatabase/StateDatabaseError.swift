internal import CSQLite
import Glibc

/// Why the state database cannot be opened, read or written.
package struct StateDatabaseError: Error, Hashable, Sendable {
  /// As far as callers treat causes differently.
  package enum Kind: Hashable, Sendable {
    /// The path is not accessible, or something else is there.
    case unusablePath
    /// Another daemon or another program has the file or folder open.
    case inUse
    /// The content is corrupt or incomplete, or is not a state database.
    case damaged
    case newerVersion
    case noSpace
    /// SQLite or the system failed for any other reason.
    case failed
  }

  package let kind: Kind
  package let path: String
  /// What is wrong, worded to follow the path: `belongs to another user`.
  package let message: String
  /// An imperative; nil if there is nothing to suggest.
  package let advice: String?

  package init(_ kind: Kind, _ path: String, _ message: String, advice: String? = nil) {
    self.kind = kind
    self.path = path
    self.message = message
    self.advice = advice
  }

  /// `code` is a primary or an extended result code.
  init(sqlite code: CInt, _ operation: StaticString, _ path: String, _ message: String) {
    let text = "cannot \(operation): \(message)"
    // The low byte of an extended result code is the primary code.
    switch code & 0xFF {
    case SQLITE_FULL:
      self.init(.noSpace, path, text, advice: StateDatabaseError.makeSpace)
    case SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_FORMAT:
      self.init(.damaged, path, "is damaged or cut off: \(message)")
    // SQLite has no code for a format number that it does not know, only these words.
    case SQLITE_ERROR where message.hasPrefix("unsupported file format"):
      self.init(.damaged, path, text)
    case SQLITE_BUSY, SQLITE_LOCKED:
      self.init(.inUse, path, text, advice: "stop the program that has the file open")
    case SQLITE_READONLY, SQLITE_CANTOPEN, SQLITE_PERM, SQLITE_AUTH:
      self.init(.unusablePath, path, text, advice: StateDatabaseError.chooseAnotherFolder)
    default:
      self.init(.failed, path, text)
    }
  }

  /// `code` is an `errno` value.
  static func system(
    _ operation: StaticString, _ path: String, _ code: CInt = errno
  ) -> StateDatabaseError {
    StateDatabaseError(
      code == ENOSPC ? .noSpace : .unusablePath, path,
      "cannot \(operation): \(String(cString: strerror(code)))",
      advice: code == ENOSPC ? makeSpace : chooseAnotherFolder)
  }

  /// Another start finds the same.
  package var isLasting: Bool { kind == .damaged || kind == .newerVersion }

  /// Advice for a path where state cannot be stored.
  static let chooseAnotherFolder =
    "fix that, choose another folder with --state, or keep nothing with --ephemeral"

  private static let makeSpace = "make space on its file system"
}

extension StateDatabaseError: CustomStringConvertible {
  /// The error in one line: `/var/lib/buttond: is not a folder; choose another …`.
  package var description: String {
    let problem = "\(path): \(message)"
    return advice.map { "\(problem); \($0)" } ?? problem
  }
}
