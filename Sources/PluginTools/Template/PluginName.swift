import PluginHost

/// A new plugin's name in all the forms that its files need.
package struct PluginName: Hashable, Sendable {
  /// The short name, which stands for the id: `big-clock`.
  package let short: String
  /// The id in reverse DNS: `com.example.big-clock`.
  package let id: String

  /// The name of a new plugin; without an id, it is one of example.com's.
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
    let type = PluginName.typeName(name)
    guard !PluginName.takenTypes.contains(type) else {
      throw ToolError("the name '\(name)' is taken by buttond's own modules; choose another")
    }
    let id = id ?? "com.example.\(name)"
    guard ManifestName.isReverseDNS(id) else {
      throw ToolError(
        "the id '\(id)' must be in reverse DNS, of letters, digits and -: com.example.\(name)")
    }
    short = name
    self.id = id
  }

  /// The name as a type's or module's: `BigClock`.
  package var type: String { PluginName.typeName(short) }

  /// The name as a function's or variable's: `bigClock`.
  package var identifier: String {
    type.prefix(1).lowercased() + type.dropFirst()
  }

  private static let takenTypes: Set<String> = [
    "ButtondKit", "Buttondkit", "Swift", "Cbuttonplugin", "Glibc", "Foundation", "Color", "Context",
    "Look", "Value", "Host", "Press", "Effect", "Animation", "Startup", "Transaction",
  ]

  private static func typeName(_ name: String) -> String {
    name.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }
}
