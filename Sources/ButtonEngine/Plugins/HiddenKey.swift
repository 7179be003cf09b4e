/// Keys in the store that no client can name: tokens of the theme and the quality of state keys.
///
/// Their names begin with a byte above every byte of a state key, so that one comparison finds both.
enum HiddenKey {
  /// Whether a key name is hidden from clients.
  @inline(__always)
  static func isName(_ name: UnsafeRawBufferPointer) -> Bool {
    (name.first ?? 0) > UInt8(ascii: "z")
  }
}
