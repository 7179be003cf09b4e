import PluginHost

/// A new plugin's name in all forms that its files need.
package struct PluginName: Hashable, Sendable {
  /// Stands for the id: `big-clock`.
  package let short: String
  /// The id in reverse DNS: `com.example.big-clock`.
  package let id: String

  /// The default id is in `com.example`.
  package init(_ name: String, id: String? = nil) throws(ToolError) {
    let isWellFormed =
      name.utf8.first.map { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) } ?? false
    guard isWellFormed, name.utf8.count <= 40, ManifestName.isShort(name), name.last != "-",
      !name.contains("--")
    else {
      throw ToolError(
        "the name '\(name)' must be 1 to 40 of a-z, 0-9 and -, beginning with a letter and ending "
          + "with a letter or digit: big-clock")
    }
    let id = id ?? "com.example.\(name)"
    guard ManifestName.isReverseDNS(id) else {
      throw ToolError(
        "the id '\(id)' must be in reverse DNS, of letters, digits and -: com.example.\(name)")
    }
    short = name
    self.id = id
  }

  /// The name of types and modules: `BigClock`.
  package var type: String { PluginName.typeName(short) }

  /// The name of functions and variables: `bigClock`.
  package var identifier: String {
    type.prefix(1).lowercased() + type.dropFirst()
  }

  /// The names of modules, and of types that the template's files use: ButtondKit's, Swift's and
  /// its own.
  static let takenTypes: Set<String> = [
    "Buttondkit", "ButtondKit", "Cbuttonplugin", "Foundation", "Glibc", "Swift", "Testing",

    "Animation", "BackgroundLook", "BorderShape", "ButtonRole", "ButtonSize", "ButtonStyle",
    "Color", "ColorFormula", "ContentAnimation", "ContentTransition", "Context", "ControlSize",
    "ControlState", "CornerStyle", "Effect", "FontDesign", "FontEffect", "FontWeight", "Host",
    "ImageContentMode", "ImagePlacement", "ImageRenderingMode", "Indicator", "InsetsLook",
    "LabelStyle", "LineBreakMode", "Location", "LogLevel", "Look", "NoScratch",
    "OptionalStyleParameter", "Phase", "PointerEvent", "Press", "PressGesture", "PressScratch",
    "PrimitiveButtonStyle", "ReadableValue", "ShadowLook", "Startup", "StyleFailure",
    "StyleParameter", "StylePlugin", "SymbolEffect", "TestButton", "TextRun", "TextStyle",
    "TitleAlignment", "Transaction", "TransactionLook", "UpdateHandler", "Value",

    "Any", "Array", "Bool", "CountHandler", "Dictionary", "Double", "Float", "Int", "Manifest",
    "Never", "Optional", "Protocol", "Result", "Self", "Set", "String", "Type", "UnsafePointer",
    "Void",
  ]

  /// Appends `Plugin` if the name, or that of a style named after it, would be another type's.
  private static func typeName(_ name: String) -> String {
    let words = name.split(separator: "-")
    let type = words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    return takenTypes.isDisjoint(with: [type, "\(type)Style"]) ? type : "\(type)Plugin"
  }
}
