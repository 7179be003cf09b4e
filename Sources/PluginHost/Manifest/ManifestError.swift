package struct ManifestError: Error, Hashable, Sendable {
  package enum Code: Hashable, Sendable {
    /// The file cannot be read, is too large, or is not JSON.
    case unreadable
    case invalid
    /// It is for another format or ABI.
    case unsupported
  }

  package let code: Code
  /// The manifest's path.
  package let file: String
  /// The place in it, `styles[0].base`; line and column, `3:14`, if it is not JSON; empty for the
  /// whole.
  package let path: String
  /// What is wrong, and what to do.
  package let what: String
  /// Descriptors or memory were short: another try may succeed.
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
