extension String {
  /// Unprintable scalars are escaped, as `\u{1b}`, line breaks included.
  package var printable: String {
    replacingUnprintable { $0.escaped }
  }

  /// Unprintable scalars other than line feeds are escaped.
  package var printableLines: String {
    replacingUnprintable { $0 == "\n" ? "\n" : $0.escaped }
  }

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
