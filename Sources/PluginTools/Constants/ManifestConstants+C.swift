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
    for key in reads {
      lines.append("#define STATE_\(Self.upper(key)) \(Self.quoted("state.\(key)"))")
    }
    for entry in entries {
      let name = Self.upper(entry.descriptor.name)
      lines += [
        "",
        "#define \(entry.kind.rawValue.uppercased())_\(name) "
          + Self.quoted("\(entry.kind.rawValue).\(entry.descriptor.name)"),
      ]
      for parameter in entry.descriptor.parameters {
        let macro = "\(name)_\(Self.upper(parameter.name))"
        let documentation = Self.line(parameter.documentation)
        if !documentation.isEmpty { lines.append("/* \(documentation) */") }
        lines.append("#define \(macro) \(Self.quoted("button.parameters.\(parameter.name)"))")
        if let value = parameter.defaultValue {
          lines.append("#define \(macro)_DEFAULT \(Self.c(value, of: parameter.kind))")
        }
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
    case (_, .double(let number)): "\(number)"
    case (_, .string(let text)), (_, .json(let text)): quoted(text.string)
    case (_, .null): "0"
    }
  }

  /// A text as C writes it.
  private static func quoted(_ text: String) -> String {
    let escaped = text.unicodeScalars.map { scalar in
      switch scalar {
      case "\\": "\\\\"
      case "\"": "\\\""
      case "?": "\\?"
      default:
        if scalar.value < 0x20 || scalar.value == 0x7F {
          "\\" + String(repeating: "0", count: 3 - String(scalar.value, radix: 8).count)
            + String(scalar.value, radix: 8)
        } else {
          String(scalar)
        }
      }
    }
    return "\"\(escaped.joined())\""
  }
}
