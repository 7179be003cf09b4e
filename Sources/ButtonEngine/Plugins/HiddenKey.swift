/// Keys that no client can name: tokens of the theme, the quality of state keys, the values of
/// bindings, and ``HoverKey``. Their names begin with a byte above every byte of a state key, so
/// that one comparison finds them all.
enum HiddenKey {
  @inline(__always)
  static func isName(_ name: UnsafeRawBufferPointer) -> Bool {
    (name.first ?? 0) > UInt8(ascii: "z")
  }
}
