/// Replaces numbers that fit neither a 64-bit integer nor a `Double`, which the parser rejects, by
/// an integer that a decoder can reject with its path.
enum OutOfRangeNumbers {
  /// The largest `UInt64`, which is outside every range the protocol allows.
  private static let substitute: StaticString = "18446744073709551615"

  /// Copies `line` to `output` with such numbers replaced; false if it has none.
  ///
  /// The line need not be JSON: what is not a number in JSON's grammar is copied unchanged.
  static func replace(in line: UnsafeRawBufferPointer, into output: inout JSONWriter) -> Bool {
    var scanner = RawScanner(line)
    var copied = 0
    var replaced = false
    while let byte = scanner.peek() {
      switch byte {
      case UInt8(ascii: "\""):
        scanner.skipString()
      case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
        let start = scanner.offset
        guard let form = scanner.skipNumber() else { continue }
        let token = UnsafeRawBufferPointer(rebasing: line[start..<scanner.offset])
        guard !fits(token, form) else { continue }
        output.raw(UnsafeRawBufferPointer(rebasing: line[copied..<start]))
        output.raw(substitute)
        copied = scanner.offset
        replaced = true
      default:
        scanner.advance()
      }
    }
    guard replaced else { return false }
    output.raw(UnsafeRawBufferPointer(rebasing: line[copied...]))
    return true
  }

  private static func fits(
    _ token: UnsafeRawBufferPointer, _ form: RawScanner.NumberForm
  ) -> Bool {
    let text = String(decoding: token, as: UTF8.self)
    switch form {
    case .integer: return Int64(text) != nil || UInt64(text) != nil
    case .float: return Double(text)?.isFinite ?? false
    }
  }
}
