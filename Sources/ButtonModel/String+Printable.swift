extension String {
  /// The string with unprintable scalars escaped, as `\u{1b}`. It has no line breaks.
  package var printable: String {
    replacingUnprintable { $0.escaped }
  }

  /// The string with unprintable scalars other than line feeds escaped.
  package var printableLines: String {
    replacingUnprintable { $0 == "\n" ? "\n" : $0.escaped }
  }

  /// The string with each unprintable scalar replaced by what `replacement` returns for it.
  package func replacingUnprintable(with replacement: (Unicode.Scalar) -> String) -> String {
    guard unicodeScalars.contains(where: \.isUnprintable) else { return self }
    var result = ""
    for scalar in unicodeScalars {
      if scalar.isUnprintable {
        result += replacement(scalar)
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

extension Unicode.Scalar {
  fileprivate var escaped: String { "\\u{\(String(value, radix: 16))}" }
}
