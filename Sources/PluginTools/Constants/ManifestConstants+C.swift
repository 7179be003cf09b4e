import ButtonModel
import PluginHost

extension ManifestConstants {
  /// A header of macros: names for `intern()`, and defaults.
  var c: String {
    var lines = [
      "/* \(Self.head) */", "#ifndef MANIFEST_H", "#define MANIFEST_H", "",
      "#define PLUGIN_ID \(Self.quoted(manifest.id))",
      "#define PLUGIN_VERSION \(Self.quoted(manifest.version))",
    ]
    for item in items(besides: ["PLUGIN_ID", "PLUGIN_VERSION", "MANIFEST_H"]) {
      switch item {
      case .gap: lines.append("")
      case .name(let macro, let name, let documentation):
        if !documentation.isEmpty { lines.append("/* \(documentation) */") }
        lines.append("#define \(macro) \(Self.quoted(name))")
      case .fallback(let macro, let value, let kind):
        lines.append("#define \(macro) \(Self.c(value, of: kind))")
      }
    }
    return (lines + ["", "#endif /* MANIFEST_H */", ""]).joined(separator: "\n")
  }

  private static func c(_ value: StateValue, of kind: ParameterKind) -> String {
    switch (kind, value) {
    case (.number, .int(let number)): "\(Double(number))"
    case (_, .bool(let flag)): flag ? "1" : "0"
    // The least number has no literal.
    case (_, .int(.min)): "(-9223372036854775807LL - 1)"
    case (_, .int(let number)):
      Int64(Int32(truncatingIfNeeded: number)) == number ? "\(number)" : "\(number)LL"
    case (.int, .double(let number)): "\(Int64(number))"
    case (_, .double(let number)): "\(number)"
    case (_, .string(let text)), (_, .json(let text)): quoted(text.string)
    case (_, .null): "0"
    }
  }

  private static func quoted(_ text: String) -> String {
    let escaped = text.unicodeScalars.map { scalar in
      switch scalar {
      case "\\": "\\\\"
      case "\"": "\\\""
      case "?": "\\?"
      default:
        scalar.isUnprintable ? String(scalar).utf8.map(octal).joined() : String(scalar)
      }
    }
    return "\"\(escaped.joined())\""
  }

  private static func octal(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 8)
    return "\\" + String(repeating: "0", count: 3 - digits.count) + digits
  }
}
