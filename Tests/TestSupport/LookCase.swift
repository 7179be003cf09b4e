import FoundationEssentials

/// One case of a table in `Tests/Fixtures/looks`: a button, what it is doing, and how it must look.
package struct LookCase: Sendable, CustomStringConvertible {
  /// What the case is about; no other of its table says the same.
  package let row: String
  /// The button's definition, without an id.
  package let definition: JSONTree
  /// Its exact state, as a key of `stateValues` writes it.
  package let state: String
  /// What differs from the default traits.
  package let traits: JSONTree
  /// The state's keys.
  package let keys: [JSONTree.Member]
  /// The whole appearance.
  package let appearance: JSONTree
  /// The texts of the transactions for a press and for its release; nil where there is none.
  package let onPress: String?
  package let onRelease: String?
  /// Whether these animate more than opacity and scale.
  package let animatesContent: Bool
  /// The ratio of the title's contrast, and whether it suffices; of some tables.
  package let contrast: Double?
  package let isReadable: Bool?

  /// The cases of a table.
  package static func table(_ name: String, caller: String = #filePath) throws -> [LookCase] {
    try value("\(name).json", caller).elements.map { try LookCase($0) }
  }

  /// The theme's tokens that the tables presume, as plugins receive them.
  package static func tokens(caller: String = #filePath) throws -> [JSONTree.Member] {
    try value("tokens.json", caller).members
  }

  private init(_ json: JSONTree) throws {
    guard let row = json["row"]?.string, let definition = json["definition"],
      let state = json["state"]?.string, let appearance = json["appearance"]
    else { throw TestFailure("not a case: \(json.text)") }
    self.row = row
    self.definition = definition
    self.state = state
    self.appearance = appearance
    traits = json["traits"] ?? .object([])
    keys = json["keys"]?.members ?? []
    onPress = json["onPress"]?.string
    onRelease = json["onRelease"]?.string
    animatesContent = json["animatesContent"] != .bool(false)
    contrast = json["contrast"]?.number
    isReadable = json["isReadable"].map { $0 == .bool(true) }
  }

  package var description: String { row }

  /// How a look differs from the case's; nil when it does not.
  package func mismatch(_ look: JSONTree) -> String? {
    var pattern = JSONPattern()
    return pattern.mismatch(appearance, look)
  }

  private static func value(_ file: String, _ caller: String) throws -> JSONTree {
    let folder = caller.split(separator: "/").dropLast(2).joined(separator: "/")
    let data = try Data(contentsOf: URL(filePath: "/\(folder)/Fixtures/looks/\(file)"))
    return try JSONTree(parsing: String(decoding: data, as: UTF8.self))
  }
}

extension JSONTree {
  /// The members of an object; none of all else.
  fileprivate var members: [Member] {
    if case .object(let members) = self { members } else { [] }
  }

  /// The value of a number.
  fileprivate var number: Double? {
    switch self {
    case .int(let value): Double(value)
    case .double(let value): value
    case .null, .bool, .string, .array, .object: nil
    }
  }
}
