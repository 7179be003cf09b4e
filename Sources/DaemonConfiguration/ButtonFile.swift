import ButtonModel
package import JSONRPC

/// A file of buttons, in YAML or JSON, for programs that send its definitions to a daemon.
package struct ButtonFile {
  private let file: SourceFile
  /// The definitions, with the ids that stand before them in a mapping.
  package let definitions: [(id: String?, value: JSONElement)]
  /// The path of each definition.
  private let paths: [String]

  /// A name that ends in `.json` means JSON, in `.yaml` or `.yml` YAML; any other file is what it
  /// can be read as.
  package init(_ name: String, _ bytes: [UInt8]) throws(ConfigurationError) {
    file = try SourceFile(name, bytes, isJSON: ButtonFile.isJSON(name, bytes))
    let buttons = try file.buttons()
    definitions = buttons.map { ($0.name, $0.value) }
    paths = buttons.map(\.path)
  }

  /// Nulls that are there by accident.
  package var warnings: [ConfigurationRemark] { file.nullRemarks() }

  /// Everything that a daemon of this version always refuses, with places.
  package func mistakes() -> [ConfigurationRemark] {
    var reading = DefinitionReading(limit: .max, expressions: .ceiling)
    reading.read(file)
    return reading.errors
  }

  /// A daemon's message about a definition, or about a member of it.
  package func remark(
    onDefinition index: Int, member: String, _ message: String
  ) -> ConfigurationRemark {
    let path = [paths[index], member].filter { !$0.isEmpty }.joined(separator: ".")
    return file.remark(at: path, message)
  }

  package var isEmpty: Bool { file.root.isNull }

  /// A file that is neither counts as JSON if it begins like JSON.
  static func isJSON(_ name: String, _ bytes: [UInt8]) -> Bool {
    if name.hasSuffix(".json") { return true }
    if SourceFile.yamlEndings.contains(where: name.hasSuffix) { return false }
    if (try? StrictJSON.read(bytes)) != nil { return true }
    if (try? YAMLText.read(bytes)) != nil { return false }
    let first = bytes.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
    return first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
  }
}
