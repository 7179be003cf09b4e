import ButtonModel
import PluginHost

extension ManifestConstants {
  /// A module of constants: names for `Host::key`, and defaults.
  var rust: String {
    var lines = [
      "//! \(Self.head)", "", "#![allow(dead_code)] // not every plugin needs all of it", "",
      "/// The plugin's id, as btn_plugin wants it.",
      "pub const ID: &[u8] = b\"\(manifest.id)\\0\";",
      "/// The plugin's version, as btn_plugin wants it.",
      "pub const VERSION: &[u8] = b\"\(manifest.version)\\0\";",
    ]
    for item in items(besides: ["ID", "VERSION"]) {
      switch item {
      case .gap: lines.append("")
      case .name(let constant, let name, let documentation):
        if !documentation.isEmpty { lines.append("/// \(documentation)") }
        lines.append("pub const \(constant): &str = \(Self.text(name));")
      case .fallback(let constant, let value, let kind):
        let (type, literal) = Self.rust(value, of: kind)
        lines.append("pub const \(constant): \(type) = \(literal);")
      }
    }
    return (lines + [""]).joined(separator: "\n")
  }

  private static func rust(
    _ value: StateValue, of kind: ParameterKind
  ) -> (type: String, literal: String) {
    switch (kind, value) {
    case (.number, .int(let number)): ("f64", "\(Double(number))")
    case (_, .bool(let flag)): ("bool", "\(flag)")
    case (_, .int(let number)): ("i64", "\(number)")
    case (.int, .double(let number)): ("i64", "\(Int64(number))")
    case (_, .double(let number)): ("f64", "\(number)")
    case (_, .string(let text)), (_, .json(let text)): ("&str", Self.text(text.string))
    case (_, .null): ("&str", "\"\"")
    }
  }

  private static func text(_ text: String) -> String {
    let escaped = text.unicodeScalars.map { scalar in
      switch scalar {
      case "\\": "\\\\"
      case "\"": "\\\""
      default:
        scalar.isUnprintable
          ? "\\u{\(String(scalar.value, radix: 16))}" : String(scalar)
      }
    }
    return "\"\(escaped.joined())\""
  }
}
