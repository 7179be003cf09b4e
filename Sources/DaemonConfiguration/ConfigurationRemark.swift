import ButtonModel
package import ButtonProtocol

/// Something to be said about a file: what is wrong with it, or worth knowing.
package struct ConfigurationRemark: Hashable, Sendable, CustomStringConvertible {
  /// As it was named.
  package let file: String
  /// Nil for the file as a whole.
  package let place: TextPlace?
  /// What is meant: `limits.keys`, `buttons[2].style`, a theme's token; empty for the whole file.
  package let path: String
  /// What is wrong, and what to do about it.
  package let message: String
  /// Only descriptors or memory were short: the same may work later.
  private(set) var isPassing = false

  package init(_ file: String, at place: TextPlace? = nil, path: String = "", _ message: String) {
    self.file = file
    self.place = place
    self.path = path
    self.message = message
  }

  init(_ path: String, _ failure: BoundedFile.Failure) {
    self.init(path, failure.message)
    isPassing = failure.isPassing
  }

  func appending(_ text: String) -> ConfigurationRemark {
    ConfigurationRemark(file, at: place, path: path, message + text)
  }

  /// Whether it comes before the other in a file.
  package func isBefore(_ other: ConfigurationRemark) -> Bool {
    let one = place ?? .start
    let two = other.place ?? .start
    return (one.line, one.column) < (two.line, two.column)
  }

  /// `file:line:column: path: message`.
  package var description: String {
    let place = self.place.map { ":\($0.line):\($0.column)" } ?? ""
    let path = path.isEmpty ? "" : "\(Excerpt(path, atMost: 500)): "
    return "\(file)\(place): \(path)\(message)"
  }
}
