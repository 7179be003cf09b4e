import Foundation

/// Test cases from a JSON file in `Fixtures`.
enum Table {
  /// The rows of a file.
  static func rows<Row: Decodable>(_ name: String, as row: Row.Type = Row.self) throws -> [Row] {
    let url = Bundle.module.url(forResource: "Fixtures/\(name)", withExtension: "json")
    let data = try Data(contentsOf: url ?? URL(filePath: "Fixtures/\(name).json"))
    return try JSONDecoder().decode([Row].self, from: data)
  }
}
