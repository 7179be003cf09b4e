import ButtonModel

/// JSON fit to be read by people too.
package enum PrintableJSON {
  /// The same document: unprintable characters become escapes in strings, spaces between values.
  package static func text(_ json: String) -> String {
    json.replacingUnprintable { scalar in
      if scalar.value < 0x20 { return scalar == "\n" ? "\n" : " " }
      return scalar.utf16.map { unit in
        let digits = String(unit, radix: 16)
        return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      }.joined()
    }
  }
}
