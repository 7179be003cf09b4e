import ButtonModel

/// The names of the theme's keys in the store.
///
/// They begin with a byte above every byte of a state key, so that clients cannot name them; see
/// ``HiddenKey``.
enum ThemeKey {
  private static let mark = UInt8(ascii: "~")
  /// The length of the longest path: with the mark it must be a name that the store accepts.
  private static let maximumPathBytes = StateKey.maximumBytes - 1

  /// The key name for a path of the theme; nil if plugins cannot read the path.
  static func name(of path: UnsafeRawBufferPointer) -> UTF8String? {
    guard path.count <= maximumPathBytes, StateKey.isValid(path) else { return nil }
    return UTF8String(bytes: [mark] + path)
  }

  /// Whether a key name is that of a theme token.
  static func isName(_ name: UnsafeRawBufferPointer) -> Bool { name.first == mark }

  /// The path of a theme token's key name.
  static func path(of name: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: name.dropFirst())
  }
}
