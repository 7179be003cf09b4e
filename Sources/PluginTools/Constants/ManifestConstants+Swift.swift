import ButtonModel
import PluginHost

extension ManifestConstants {
  /// An `enum Manifest` that uses ButtondKit.
  var swift: String {
    var lines = [
      "// \(Self.head)", "import ButtondKit", "", "/// What plugin.json says.", "enum Manifest {",
      "  /// The plugin's id.", "  static let id = \(Self.literal(manifest.id))",
      "  /// The plugin's version.", "  static let version = \(Self.literal(manifest.version))",
    ]
    var names = ConstantNames(taken: [])
    for key in reads {
      let name = names.take(Self.identifier(key, besides: ["id", "version"], or: "Key"))
      lines += [
        "  /// `state.\(key.replacingUnprintable { _ in " " })`, which the plugin may read.",
        "  static let \(Self.quoted(name)): StaticString = \(Self.literal(key))",
      ]
    }
    for entry in entries {
      let type = Self.type(entry.descriptor.name) + Self.pascal(entry.kind.rawValue)
      lines += [""] + swift(entry, as: names.take(type))
    }
    return (lines + ["}", ""]).joined(separator: "\n")
  }

  private func swift(_ entry: Entry, as type: String) -> [String] {
    var lines = [
      "  /// The \(entry.kind.rawValue) `\(entry.descriptor.name)`.", "  enum \(type) {",
      "    /// Its name in the manifest.",
      "    static let name = \(Self.literal(entry.descriptor.name))",
    ]
    var names = ConstantNames(taken: Self.types)
    for parameter in entry.descriptor.parameters { lines += swift(parameter, &names) }
    return lines + ["  }"]
  }

  private func swift(
    _ parameter: ParameterDescriptor, _ names: inout ConstantNames
  ) -> [String] {
    var lines: [String] = []
    let documentation = Self.line(parameter.documentation)
    let identifier = Self.quoted(
      names.take(Self.identifier(parameter.name, besides: ["name"], or: "Parameter")))
    var type = Self.swiftType(parameter.kind)
    var fallback = parameter.defaultValue.map { Self.swift($0, of: parameter.kind) }
    if case .string(let values) = parameter.kind, !values.isEmpty {
      let wanted = Self.type(parameter.name)
      type = names.take(Self.types.contains(wanted) ? "\(wanted)Choice" : wanted)
      lines += [
        "    /// What `\(parameter.name)` may be.", "    enum \(type): String, ReadableValue {",
      ]
      var cases = ConstantNames(taken: [])
      var seen = Set<String>()
      for value in values where seen.insert(value).inserted {
        let name = cases.take(value.isEmpty ? "empty" : Self.identifier(value, or: "Value"))
        let word = Self.quoted(name)
        lines.append(
          name == value ? "      case \(word)" : "      case \(word) = \(Self.literal(value))")
        if parameter.defaultValue == .string(UTF8String(value)) { fallback = ".\(word)" }
      }
      lines.append("    }")
    }
    lines.append("    /// \(documentation.isEmpty ? "`\(parameter.name)`." : documentation)")
    let name = Self.literal(parameter.name)
    guard let fallback else {
      return lines + ["    static let \(identifier) = OptionalStyleParameter<\(type)>(\(name))"]
    }
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

  private static func swift(_ value: StateValue, of kind: ParameterKind) -> String {
    switch (kind, value) {
    case (.color, .string(let text)): ".text(\(literal(text.string)))"
    case (.number, .int(let number)): "\(Double(number))"
    case (_, .bool(let flag)): "\(flag)"
    case (_, .int(let number)): "\(number)"
    case (.int, .double(let number)): "\(Int64(number))"
    case (_, .double(let number)): "\(number)"
    case (_, .string(let text)), (_, .json(let text)): literal(text.string)
    case (_, .null): "nil"
    }
  }

  /// `scaleAmount`; with `word` appended if that is one of `others`, or has another meaning even
  /// between backticks.
  private static func identifier(
    _ name: String, besides others: Set<String> = [], or word: String
  ) -> String {
    let words = words(name)
    let joined = words[0] + words.dropFirst().map { pascal($0) }.joined()
    if others.contains(joined) || ["self", "init"].contains(joined) { return joined + word }
    return joined.first?.isNumber == true ? "_\(joined)" : joined
  }

  /// `ScaleAmount`; never begins with a digit.
  private static func type(_ name: String) -> String {
    let type = pascal(name)
    return type.first?.isNumber == true ? "_\(type)" : type
  }

  /// Puts the identifier between backticks if it is a keyword.
  private static func quoted(_ identifier: String) -> String {
    reserved.contains(identifier) ? "`\(identifier)`" : identifier
  }

  /// The types that a style's or handler's constants use, and those that no enum may be named
  /// after.
  private static let types: Set<String> = [
    "Any", "Bool", "Color", "Double", "Int", "OptionalStyleParameter", "Protocol",
    "ReadableValue", "Self", "StaticString", "String", "StyleParameter", "Type",
  ]

  private static let reserved: Set<String> = [
    "any", "as", "associatedtype", "await", "break", "case", "catch", "class", "continue",
    "default",
    "defer", "deinit", "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate",
    "for", "func", "guard", "if", "import", "in", "init", "inout", "internal", "is", "let", "nil",
    "operator", "private", "protocol", "public", "repeat", "rethrows", "return", "self", "some",
    "static", "struct", "subscript", "super", "switch", "throw", "throws", "true", "try",
    "typealias", "var", "where", "while",
  ]

  private static func literal(_ text: String) -> String {
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
