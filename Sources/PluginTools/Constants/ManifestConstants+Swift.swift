import ButtonModel
import PluginHost

extension ManifestConstants {
  /// A file with an `enum Manifest`, over ButtondKit.
  var swift: String {
    var lines = [
      "// \(Self.head)", "import ButtondKit", "", "/// What plugin.json says.", "enum Manifest {",
      "  /// The plugin's id.", "  static let id = \(Self.literal(manifest.id))",
      "  /// The plugin's version.", "  static let version = \(Self.literal(manifest.version))",
    ]
    for key in reads {
      let name = Self.identifier(key)
      let isTaken = ["id", "version"].contains(name)
      lines += [
        "  /// `state.\(key)`, which the plugin may read.",
        "  static let \(isTaken ? "\(name)Key" : name): StaticString = \(Self.literal(key))",
      ]
    }
    for entry in entries { lines += [""] + swift(entry) }
    return (lines + ["}", ""]).joined(separator: "\n")
  }

  private func swift(_ entry: Entry) -> [String] {
    let suffix = entry.kind.rawValue
    let type = Self.pascal(entry.descriptor.name) + Self.pascal(suffix)
    var lines = [
      "  /// The \(suffix) `\(entry.descriptor.name)`.", "  enum \(type) {",
      "    /// Its name in the manifest.",
      "    static let name = \(Self.literal(entry.descriptor.name))",
    ]
    for parameter in entry.descriptor.parameters { lines += swift(parameter) }
    return lines + ["  }"]
  }

  private func swift(_ parameter: ParameterDescriptor) -> [String] {
    var lines: [String] = []
    let documentation = Self.line(parameter.documentation)
    let identifier = Self.identifier(parameter.name == "name" ? "nameParameter" : parameter.name)
    var type = Self.swiftType(parameter.kind)
    if case .string(let values) = parameter.kind, !values.isEmpty {
      type = Self.pascal(parameter.name)
      lines += [
        "    /// What `\(parameter.name)` may be.", "    enum \(type): String, ReadableValue {",
      ]
      lines += values.map { value in
        let name = Self.identifier(value)
        return name.trimmingBackticks == value
          ? "      case \(name)" : "      case \(name) = \(Self.literal(value))"
      }
      lines.append("    }")
    }
    lines.append("    /// \(documentation.isEmpty ? "`\(parameter.name)`." : documentation)")
    let name = Self.literal(parameter.name)
    guard let value = parameter.defaultValue else {
      return lines + ["    static let \(identifier) = OptionalStyleParameter<\(type)>(\(name))"]
    }
    let fallback = Self.swift(value, of: parameter.kind, type)
    return lines + [
      "    static let \(identifier) = StyleParameter<\(type)>(\(name), default: \(fallback))"
    ]
  }

  private static func swiftType(_ kind: ParameterKind) -> String {
    switch kind {
    case .bool: "Bool"
    case .int: "Int"
    case .number: "Double"
    case .string: "String"
    case .color: "Color"
    }
  }

  private static func swift(_ value: StateValue, of kind: ParameterKind, _ type: String) -> String {
    switch (kind, value) {
    case (.color, .string(let text)): ".text(\(literal(text.string)))"
    case (.string(let values), .string(let text)):
      values.isEmpty ? literal(text.string) : ".\(identifier(text.string))"
    case (.number, .int(let number)): "\(Double(number))"
    case (_, .bool(let flag)): "\(flag)"
    case (_, .int(let number)): "\(number)"
    case (_, .double(let number)): "\(number)"
    case (_, .string(let text)), (_, .json(let text)): literal(text.string)
    case (_, .null): "nil"
    }
  }

  /// `scaleAmount`, between backticks where it would be a word of the language.
  private static func identifier(_ name: String) -> String {
    let words = words(name)
    let joined =
      (words.first ?? "") + words.dropFirst().map { pascal($0) }.joined()
    let identifier = joined.first?.isNumber ?? true ? "_\(joined)" : joined
    return reserved.contains(identifier) ? "`\(identifier)`" : identifier
  }

  private static let reserved: Set<String> = [
    "any", "as", "associatedtype", "await", "break", "case", "catch", "class", "continue",
    "default",
    "defer", "deinit", "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate",
    "for", "func", "guard", "if", "import", "in", "init", "inout", "internal", "is", "let", "nil",
    "operator", "private", "protocol", "public", "repeat", "rethrows", "return", "self", "some",
    "static", "struct", "subscript", "super", "switch", "throw", "throws", "true", "try",
    "typealias", "var", "where", "while",
  ]

  /// A text as Swift writes it.
  private static func literal(_ text: String) -> String {
    let escaped = text.unicodeScalars.map { scalar in
      switch scalar {
      case "\\": "\\\\"
      case "\"": "\\\""
      default:
        scalar.value < 0x20 || scalar.value == 0x7F
          ? "\\u{\(String(scalar.value, radix: 16))}" : String(scalar)
      }
    }
    return "\"\(escaped.joined())\""
  }
}

extension String {
  /// The identifier without what lets a word of the language be one.
  fileprivate var trimmingBackticks: String { replacing("`", with: "") }
}
