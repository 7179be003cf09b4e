import ButtonModel
import FleetLink
import Glibc

/// The operations on the texts of values.
enum ModelArithmetic {
  /// A value after an operation; nil inside if there is none.
  struct After {
    let value: UTF8String?
  }

  /// The value after the operation; nil if it cannot be done.
  static func apply(
    _ kind: FleetOperation.Kind, _ argument: UTF8String, to old: UTF8String?
  ) -> After? {
    switch kind {
    case .set: argument.isEmpty ? nil : After(value: argument)
    case .remove: After(value: nil)
    case .increment: sum(old?.bytes ?? [UInt8(ascii: "0")], argument.bytes)
    case .toggle: toggled(old)
    case .append: argument.isEmpty ? nil : appended(argument.bytes, to: old?.bytes)
    }
  }

  private static func toggled(_ old: UTF8String?) -> After? {
    switch old {
    case nil, "false": After(value: "true")
    case "true": After(value: "false")
    default: nil
    }
  }

  private static func appended(_ element: [UInt8], to old: [UInt8]?) -> After? {
    let array = old ?? Array("[]".utf8)
    guard array.first == UInt8(ascii: "[") else { return nil }
    var result = Array(array.dropLast())
    if result.count > 1 { result.append(UInt8(ascii: ",")) }
    return After(value: UTF8String(bytes: result + element + [UInt8(ascii: "]")]))
  }

  private static func sum(_ a: [UInt8], _ b: [UInt8]) -> After? {
    if isInteger(a), isInteger(b) {
      guard let a = Int64(String(decoding: a, as: UTF8.self)),
        let b = Int64(String(decoding: b, as: UTF8.self))
      else { return nil }
      let (sum, overflows) = a.addingReportingOverflow(b)
      return overflows ? nil : After(value: UTF8String("\(sum)"))
    }
    guard let a = double(a), let b = double(b), (a + b).isFinite else { return nil }
    return After(value: UTF8String(text(a + b)))
  }

  /// Whether it is an integer as JSON writes it, of any size; `-0` is a float.
  private static func isInteger(_ text: [UInt8]) -> Bool {
    if text == [UInt8(ascii: "0")] { return true }
    let digits = text.first == UInt8(ascii: "-") ? text.dropFirst() : text[...]
    return !digits.isEmpty && digits.first != UInt8(ascii: "0") && digits.allSatisfy(isDigit)
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
  }

  private static func double(_ text: [UInt8]) -> Double? {
    let first = text.first == UInt8(ascii: "-") ? text.dropFirst().first : text.first
    guard let first, isDigit(first),
      text.dropFirst().allSatisfy({ isDigit($0) || ".eE+-".utf8.contains($0) })
    else { return nil }
    return read(text.map { CChar(bitPattern: $0) } + [0])
  }

  /// The number of a text that ends with a zero byte; nil if it is not one as a whole.
  private static func read(_ text: [CChar]) -> Double? {
    text.withUnsafeBufferPointer { text in
      var end: UnsafeMutablePointer<CChar>?
      guard let start = text.baseAddress else { return nil }
      let value = strtod(start, &end)
      return end.map { $0 - UnsafeMutablePointer(mutating: start) } == text.count - 1 ? value : nil
    }
  }

  /// The first text with 15, 16 or 17 digits that reads back as the value.
  private static func text(_ value: Double) -> String {
    for digits: Int32 in 15...17 {
      let text = printed(value, digits)
      if read(text) != value { continue }
      let short = String(decoding: text.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
      return short.contains(where: { ".e".contains($0) }) ? short : short + ".0"
    }
    preconditionFailure("17 digits name every double")
  }

  private static func printed(_ value: Double, _ digits: Int32) -> [CChar] {
    var buffer = [CChar](repeating: 0, count: 32)
    let count = withVaList([digits, value]) { vsnprintf(&buffer, buffer.count, "%.*g", $0) }
    return Array(buffer[...Int(count)])
  }
}
