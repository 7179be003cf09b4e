import Glibc

/// Doubles with a given number of digits behind the point, correctly rounded.
enum NumberText {
  /// The longest: a sign, 309 digits, a point and the most digits behind it, and a zero byte.
  private static let capacity = 1 + 309 + 1 + FormatVerb.maximumPrecision + 1

  /// Calls `body` with the text of a finite double as `f` or `e` writes it.
  static func with(
    _ number: Double, _ verb: FormatVerb, _ body: (UnsafeRawBufferPointer) -> Void
  ) {
    let format = verb.letter == .fixed ? "%.*f" : "%.*e"
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: capacity) { text in
      let length = withVaList([Int32(verb.precision), number]) { arguments in
        vsnprintf(text.baseAddress, text.count, format, arguments)
      }
      body(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(text)[..<Int(length)]))
    }
  }
}
