import ArgumentParser
import ButtonClient
import ButtonModel
import ButtonProtocol

/// A command that makes one request and prints the answer.
protocol RequestCommand: ClientCommand {
  associatedtype Question: Request

  func request() throws -> Question

  /// Returns the answer for people.
  func text(_ answer: Question.Response) throws -> String

  /// The answer is for programs too, so its lines stay whole on a terminal.
  var isVerbatim: Bool { get }

  /// Printed unless the answer is printed as JSON.
  func warnings(_ answer: Question.Response) -> [String]
}

extension RequestCommand {
  func warnings(_ answer: Question.Response) -> [String] { [] }

  var isVerbatim: Bool { false }

  func run(_ client: ButtonClient, _ console: Console) async throws {
    try await ask(client, console)
  }

  func ask(_ client: ButtonClient, _ console: Console) async throws {
    let json = try await client.document(try request())
    if console.printsJSON { return console.print(json) }
    let answer: Question.Response = try json.decode()
    let text = try text(answer)
    if isVerbatim { console.print(verbatim: text) } else { console.print(text) }
    for warning in warnings(answer) { console.complain(warning) }
  }
}

struct WaitFlag: ParsableArguments {
  @Flag(
    help: "Return once the resulting looks are on their way to every subscriber.")
  var wait = false

  var moment: Wait? { wait ? .published : nil }
}

/// What a change did, on one line.
enum RevisionLine {
  /// `changed`: the keys whose values differ from before.
  static func text(_ revision: UInt64, changed: [UTF8String]) -> String {
    text(revision, "changed", changed.map(\.string))
  }

  static func text(_ revision: UInt64, _ verb: String, _ names: [String]) -> String {
    "revision \(revision): \(names.isEmpty ? "nothing" : names.joined(separator: ", ")) \(verb)"
  }
}
