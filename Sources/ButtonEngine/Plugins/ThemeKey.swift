import ButtonModel

/// The names under which the store keeps the theme beside the state.
///
/// They begin with a byte that no state key has, so that no client can spell one.
enum ThemeKey {
  private static let mark = UInt8(ascii: ":")
  /// The longest path: with the mark it is a name that the store takes.
  private static let maximumPathBytes = StateKey.maximumBytes - 1

  /// The name for a path of the theme; nil for one that no plugin can read.
  static func name(of path: UnsafeRawBufferPointer) -> UTF8String? {
    guard path.count <= maximumPathBytes, StateKey.isValid(path) else { return nil }
    return UTF8String(bytes: [mark] + path)
  }

  /// True for the name of a theme's key.
  static func isName(_ name: UnsafeRawBufferPointer) -> Bool { name.first == mark }

  /// The path that a name is for.
  static func path(of name: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: name.dropFirst())
  }
}
