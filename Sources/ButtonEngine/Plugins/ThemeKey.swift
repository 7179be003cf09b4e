import ButtonModel

/// The names of the theme's keys in the store; see ``HiddenKey``.
enum ThemeKey {
  private static let mark = UInt8(ascii: "~")
  /// The longest path: with the mark, it must be a name that the store accepts.
  private static let maximumPathBytes = StateKey.maximumBytes - 1

  /// Nil if plugins cannot read the path.
  static func name(of path: UnsafeRawBufferPointer) -> UTF8String? {
    guard path.count <= maximumPathBytes, StateKey.isValid(path) else { return nil }
    return UTF8String(bytes: [mark] + path)
  }

  static func isName(_ name: UnsafeRawBufferPointer) -> Bool { name.first == mark }

  static func path(of name: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: name.dropFirst())
  }
}
