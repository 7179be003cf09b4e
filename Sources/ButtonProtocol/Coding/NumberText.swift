/// Numbers as people and the tools of a shell write them.
package enum NumberText {
  /// The number as JSON has it, which knows no `08`, `.33`, `5.` and `+5`; nil for a text that is not a number in
  /// decimal.
  package static func json(_ text: some Collection<UInt8>) -> [UInt8]? {
    var rest = text[...]
    var json: [UInt8] = []
    if let sign = rest.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") {
      if sign == UInt8(ascii: "-") { json.append(sign) }
      rest.removeFirst()
    }
    func digits() -> [UInt8] {
      let digits = Array(rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
      rest.removeFirst(digits.count)
      return digits
    }
    let whole = digits()
    var fraction: [UInt8] = []
    if rest.first == UInt8(ascii: ".") {
      rest.removeFirst()
      fraction = digits()
    }
    if whole.isEmpty && fraction.isEmpty { return nil }
    let significant = whole.drop { $0 == UInt8(ascii: "0") }
    json += significant.isEmpty ? [UInt8(ascii: "0")] : significant
    if !fraction.isEmpty { json += [UInt8(ascii: ".")] + fraction }
    if let exponent = rest.first, exponent | 0x20 == UInt8(ascii: "e") {
      json.append(exponent)
      rest.removeFirst()
      if let sign = rest.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") {
        json.append(sign)
        rest.removeFirst()
      }
      let power = digits()
      if power.isEmpty { return nil }
      json += power
    }
    return rest.isEmpty ? json : nil
  }
}
