import FoundationEssentials

/// A file under `Tests/` with one JSON value per line; lines that begin with `#` and blank ones are
/// remarks.
package struct Fixture: Sendable {
  /// One value and where it stands.
  package struct Line: Sendable, CustomStringConvertible {
    package let number: Int
    package let value: JSONTree

    package var description: String {
      value["about"]?.string ?? "line \(number): \(value.text.prefix(80))"
    }
  }

  package let name: String
  package let lines: [Line]

  /// Reads `Tests/<name>`; `caller` is a file of a folder beside `TestSupport`.
  package init(_ name: String, caller: String = #filePath) throws {
    let folder = caller.split(separator: "/").dropLast(2).joined(separator: "/")
    let data = try Data(contentsOf: URL(filePath: "/\(folder)/\(name)"))
    var lines: [Line] = []
    let texts = String(decoding: data, as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false)
    for (index, text) in texts.enumerated() where !text.isEmpty && !text.hasPrefix("#") {
      lines.append(Line(number: index + 1, value: try JSONTree(parsing: String(text))))
    }
    self.name = name
    self.lines = lines
  }

  /// The names of the files with this ending in a folder under `Tests/`, in order.
  package static func names(
    in folder: String, endingIn ending: String, caller: String = #filePath
  ) throws -> [String] {
    let root = caller.split(separator: "/").dropLast(2).joined(separator: "/")
    return try FileManager.default.contentsOfDirectory(atPath: "/\(root)/\(folder)")
      .filter { $0.hasSuffix(ending) }.sorted()
  }
}
