import ButtonExpressions
package import ButtonModel
import ButtonProtocol
import JSONRPC

/// A file of groups, in YAML or JSON, for programs that send its definitions to a daemon: a mapping
/// of ids to groups, also as the only member `groups`.
package struct GroupFile {
  /// In the file's order.
  package let definitions: [GroupDefinition]
  private let file: SourceFile
  private let paths: [String]

  /// `name` decides as for ``ButtonFile``.
  package init(_ name: String, _ bytes: [UInt8]) throws(ConfigurationError) {
    file = try SourceFile(name, bytes, isJSON: ButtonFile.isJSON(name, bytes))
    let isNested = file.root.isObject && file.root.count == 1 && file.root.member("groups") != nil
    var reading = GroupReading(limit: .max, expressions: .ceiling)
    reading.read(file, isWholeFile: !isNested)
    if !reading.errors.isEmpty { throw ConfigurationError(reading.errors) }
    definitions = reading.groups.map(\.definition)
    paths = definitions.map { isNested ? "groups.\($0.id)" : $0.id }
  }

  /// Nulls that are there by accident.
  package var warnings: [ConfigurationRemark] { file.nullRemarks() }

  package func remark(onDefinition index: Int, _ message: String) -> ConfigurationRemark {
    file.remark(at: paths[index], message)
  }
}
