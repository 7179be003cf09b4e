import ButtonModel
package import JSONRPC

/// A file of buttons, in YAML or JSON, for who sends its definitions to a daemon.
package struct ButtonFile {
  private let file: SourceFile
  /// The definitions, each with the id that stands before it where the file has them by their ids.
  package let definitions: [(id: String?, value: JSONElement)]
  /// Where each stands, as a path.
  private let paths: [String]

  /// Reads the bytes of a file; `name` is its name. One that ends in `.json` is JSON, in `.yaml` or
  /// `.yml` YAML; any other is what it can be read as.
  package init(_ name: String, _ bytes: [UInt8]) throws(ConfigurationError) {
    file = try SourceFile(name, bytes, isJSON: ButtonFile.isJSON(name, bytes))
    let buttons = try file.buttons()
    definitions = buttons.map { ($0.name, $0.value) }
    paths = buttons.map(\.path)
  }

  /// What is null in it by accident.
  package var warnings: [ConfigurationRemark] { file.nullRemarks() }

  /// Everything in it that a daemon of this version refuses whatever there is besides, with places.
  package func mistakes() -> [ConfigurationRemark] {
    var reading = DefinitionReading(limit: .max, expressions: .ceiling)
    reading.read(file)
    return reading.errors
  }

  /// What a daemon says of the definition with an index, or of a member in it.
  package func remark(
    onDefinition index: Int, member: String, _ message: String
  ) -> ConfigurationRemark {
    let path = [paths[index], member].filter { !$0.isEmpty }.joined(separator: ".")
    return file.remark(at: path, message)
  }

  /// Whether there is nothing in it.
  package var isEmpty: Bool { file.root.isNull }

  /// Whether a file is JSON. What can be read as neither is said to be no JSON if it begins like JSON.
  static func isJSON(_ name: String, _ bytes: [UInt8]) -> Bool {
    if name.hasSuffix(".json") { return true }
    if SourceFile.yamlEndings.contains(where: name.hasSuffix) { return false }
    if (try? StrictJSON.read(bytes)) != nil { return true }
    if (try? YAMLText.read(bytes)) != nil { return false }
    let first = bytes.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
    return first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
  }
}
