/// Why a plugin's manifest is refused: which file, where in it, and what is wrong there.
package struct ManifestError: Error, Hashable, Sendable {
  /// What kind of fault it is.
  package enum Code: Hashable, Sendable {
    /// The file cannot be read, is too large, or is not JSON.
    case unreadable
    /// Something in it is missing, unknown or wrong.
    case invalid
    /// It is for another format or ABI than this daemon's.
    case unsupported
  }

  package let code: Code
  /// The manifest's path.
  package let file: String
  /// The place inside it, `styles[0].base`; in what is not JSON line and column, `3:14`; empty for the
  /// whole.
  package let path: String
  /// What is wrong, and what to do.
  package let what: String
  /// Whether only descriptors or memory were short, so that the same may work later.
  var isPassing = false

  package init(_ code: Code, file: String, path: String = "", _ what: String) {
    self.code = code
    self.file = file
    self.path = path
    self.what = what
  }
}

extension ManifestError: CustomStringConvertible {
  package var description: String {
    if path.isEmpty { return "\(file): \(what)" }
    return code == .unreadable ? "\(file):\(path): \(what)" : "\(file): \(path): \(what)"
  }
}
