/// Keys in the store that no client can name: tokens of the theme, the quality of state keys, and the values of
/// bindings.
///
/// Their names begin with a byte above every byte of a state key, so that one comparison finds them all.
enum HiddenKey {
  /// Whether a key name is hidden from clients.
  @inline(__always)
  static func isName(_ name: UnsafeRawBufferPointer) -> Bool {
    (name.first ?? 0) > UInt8(ascii: "z")
  }
}
