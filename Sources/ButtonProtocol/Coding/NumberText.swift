/// A decimal number as people, YAML and shell tools write it, signed or not: also `08`, `.33`, `5.`
/// and `+5`, which JSON does not have.
package struct NumberText {
  /// Written without a point and an exponent.
  package let isInteger: Bool
  private let isNegative: Bool
  private let whole: ArraySlice<UInt8>
  private let fraction: ArraySlice<UInt8>
  /// The `e` and what follows it; empty without one.
  private let exponent: ArraySlice<UInt8>

  package init?(_ text: some Collection<UInt8>) {
    var rest = Array(text)[...]
    isNegative = rest.takeSign() == UInt8(ascii: "-")
    whole = rest.takeDigits()
    isInteger = rest.isEmpty
    if rest.first == UInt8(ascii: ".") {
      rest.removeFirst()
      fraction = rest.takeDigits()
    } else {
      fraction = []
    }
    exponent = rest
    if whole.isEmpty && fraction.isEmpty { return nil }
    guard let letter = rest.popFirst() else { return }
    _ = rest.takeSign()
    let power = rest.takeDigits()
    guard letter | 0x20 == UInt8(ascii: "e"), !power.isEmpty, rest.isEmpty else { return nil }
  }

  package var json: [UInt8] {
    var json: [UInt8] = isNegative ? [UInt8(ascii: "-")] : []
    let significant = whole.drop { $0 == UInt8(ascii: "0") }
    json += significant.isEmpty ? [UInt8(ascii: "0")] : significant
    if !fraction.isEmpty { json += [UInt8(ascii: ".")] + fraction }
    return json + exponent
  }
}

extension ArraySlice<UInt8> {
  fileprivate mutating func takeDigits() -> ArraySlice<UInt8> {
    let digits = prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    removeFirst(digits.count)
    return digits
  }

  fileprivate mutating func takeSign() -> UInt8? {
    first == UInt8(ascii: "-") || first == UInt8(ascii: "+") ? removeFirst() : nil
  }
}
