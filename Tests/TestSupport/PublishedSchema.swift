import FoundationEssentials

/// A document of `Config/schemas`.
package struct PublishedSchema {
  /// All of it.
  package let root: JSONTree

  /// Reads the document; `caller` is a file of a folder beside `TestSupport`.
  package init(_ name: String, caller: String = #filePath) throws {
    let folder = caller.split(separator: "/").dropLast(3).joined(separator: "/")
    let data = try Data(contentsOf: URL(filePath: "/\(folder)/Config/schemas/\(name)"))
    root = try JSONTree(parsing: String(decoding: data, as: UTF8.self))
  }

  /// What stands at a path of members, `components/schemas/Role`; a number is an element.
  package subscript(path: String) -> JSONTree? {
    path.split(separator: "/").reduce(root) { (node: JSONTree?, part) in
      guard let node else { return nil }
      if let index = Int(part), node.elements.indices.contains(index) {
        return node.elements[index]
      }
      return node[String(part)]
    }
  }

  /// The texts that stand in an array at a path.
  package func texts(_ path: String) -> [String] {
    self[path]?.elements.compactMap(\.string) ?? []
  }

  /// The names of the members of an object at a path.
  package func names(_ path: String) -> [String] {
    guard case .object(let members)? = self[path] else { return [] }
    return members.map(\.name)
  }
}
