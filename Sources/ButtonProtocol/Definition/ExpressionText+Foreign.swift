import ButtonModel

extension ExpressionText {
  /// A warning about a template that seems to be in another language; nil if it does not.
  var foreignMark: String? {
    guard case .template(let text) = self else { return nil }
    let bytes = text.bytes
    for start in bytes.indices
    where bytes[start] == UInt8(ascii: "{") || bytes[start] == UInt8(ascii: "$") {
      let rest = bytes[start...]
      if rest.starts(with: "{{".utf8), let name = Self.name(in: rest.dropFirst(2), until: "}}") {
        return "shows braces, which {{ stands for; for the value write {\(name)}"
      }
      if rest.starts(with: "${".utf8), !rest.starts(with: "${{".utf8),
        let name = Self.name(in: rest.dropFirst(2), until: "}")
      {
        return
          "shows a dollar sign before the value; for the value alone write {\(name)}, for dollars "
          + "give it a format, ${\(name):%.2f}"
      }
      if rest.starts(with: "$(".utf8), let name = Self.name(in: rest.dropFirst(2), until: ")") {
        return "shows '$(' as it is; for the value write {\(name.replacing(":", with: "."))}"
      }
    }
    return nil
  }

  /// A name without braces that ends at `end`.
  private static func name(in bytes: ArraySlice<UInt8>, until end: String) -> String? {
    let end = Array(end.utf8)
    let inner = bytes.prefix(256).prefix { !"{}$)\"'".utf8.contains($0) }
    guard bytes[inner.endIndex...].starts(with: end), !inner.contains(UInt8(ascii: "%")) else {
      return nil
    }
    let name = String(decoding: inner, as: UTF8.self).split(separator: " ").joined(separator: " ")
    guard let first = name.unicodeScalars.first, first.properties.isAlphabetic || first == "_"
    else {
      return nil
    }
    return name
  }
}
