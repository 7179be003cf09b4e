import TestSupport
import Testing

/// One row of the specification as something to do with a live daemon and something to see.
///
/// Members of the JSON object: `row` is the row's name, which several cases may share, and `claim`
/// says what holds. `define` are buttons to begin with, `steps` what ``CasePlayer`` plays, `expect` and
/// `shows` a last step of that kind. `watch` names displays with their traits, one without traits
/// and name unless given.
struct ConformanceCase: Sendable, CustomTestStringConvertible {
  /// The file that it is from, without its ending.
  let file: String
  /// The row's name.
  let row: String
  private let claim: String
  /// What is played, in order.
  let steps: [JSONTree]
  /// Displays by their names, each with its traits.
  let displays: [(name: String, traits: JSONTree)]

  /// The displays of a case that names none.
  static let usualDisplays = JSONTree.object([.init(name: "", value: .object([]))])

  private static let members: Set<String> = [
    "row", "claim", "define", "steps", "expect", "shows", "watch", "on",
  ]

  init(_ json: JSONTree, file: String) throws {
    guard case .object(let members) = json, let row = json["row"]?.string else {
      throw TestFailure("\(file): a case needs a row: \(json.text)")
    }
    for member in members where !Self.members.contains(member.name) {
      throw TestFailure("\(file): \(row) has an unknown member \(member.name)")
    }
    self.file = file
    self.row = row
    claim = json["claim"]?.string ?? ""
    func step(_ name: String) -> [JSONTree] {
      json[name].map { value in
        let display = json["on"].map { [JSONTree.Member(name: "on", value: $0)] } ?? []
        return [.object([.init(name: name, value: value)] + (name == "define" ? [] : display))]
      } ?? []
    }
    steps = step("define") + (json["steps"]?.elements ?? []) + step("shows") + step("expect")
    guard case .object(let displays) = json["watch"] ?? Self.usualDisplays else {
      throw TestFailure("\(file): \(row): watch must be an object of displays")
    }
    self.displays = displays.map { ($0.name, $0.value) }
  }

  var testDescription: String { claim.isEmpty ? row : "\(row): \(claim)" }

  /// The case's name with its file, for messages.
  var place: String { "\(file).json, \(testDescription)" }
}
