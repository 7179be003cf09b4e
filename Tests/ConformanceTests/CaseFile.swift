import FoundationEssentials
import TestSupport

/// A file of `Fixtures`: an array of cases and tables.
///
/// A table is `{"columns": [names], "rows": [[values]], "each": case}`: for each row there is a case,
/// in which a text that is `$column` is the row's value, and within longer texts `$column` is
/// replaced by its text. A member whose value is `$column` is left out where the row has `"$none"`.
struct CaseFile: Sendable {
  /// The file's name without its ending.
  let name: String
  let cases: [ConformanceCase]

  /// The names of all files, in order.
  static func names() throws -> [String] {
    try Fixture.names(in: "ConformanceTests/Fixtures", endingIn: ".json")
      .map { String($0.dropLast(5)) }
  }

  /// Reads `Fixtures/<name>.json`.
  init(_ name: String, folder: String = #filePath) throws {
    let path = folder.split(separator: "/").dropLast().joined(separator: "/")
    let data = try Data(contentsOf: URL(filePath: "/\(path)/Fixtures/\(name).json"))
    let entries = try JSONTree(parsing: String(decoding: data, as: UTF8.self)).elements
    self.name = name
    cases = try entries.flatMap { entry in
      try Self.unrolled(entry, file: name).map { try ConformanceCase($0, file: name) }
    }
  }

  private static func unrolled(_ entry: JSONTree, file: String) throws -> [JSONTree] {
    guard let rows = entry["rows"] else { return [entry] }
    let columns = entry["columns"]?.elements.compactMap(\.string) ?? []
    guard let each = entry["each"] else { throw TestFailure("\(file): a table needs an each") }
    return try rows.elements.map { row in
      guard row.elements.count == columns.count else {
        throw TestFailure("\(file): a row has not \(columns.count) values: \(row.text)")
      }
      let values = zip(columns, row.elements).map { (name: "$\($0)", value: $1) }
        .sorted { $0.name.utf8.count > $1.name.utf8.count }
      return filled(each, with: values)
    }
  }

  private static func filled(
    _ tree: JSONTree, with values: [(name: String, value: JSONTree)]
  ) -> JSONTree {
    switch tree {
    case .string(var text):
      if let value = values.first(where: { $0.name == text })?.value { return value }
      for (name, value) in values {
        text = text.replacing(name, with: value.string ?? value.text)
      }
      return .string(text)
    case .array(let elements): return .array(elements.map { filled($0, with: values) })
    case .object(let members):
      return .object(
        members.compactMap { member in
          let value = filled(member.value, with: values)
          if value == .string("$none") { return nil }
          let name =
            values.first { $0.name == member.name }.map { $0.value.string ?? $0.value.text }
          return JSONTree.Member(name: name ?? member.name, value: value)
        })
    case .null, .bool, .int, .double: return tree
    }
  }
}
