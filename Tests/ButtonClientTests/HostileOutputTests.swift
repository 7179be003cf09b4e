import TestSupport
import Testing

/// Whatever a daemon, a plugin's folder or an archive says, buttonctl prints nothing that controls a
/// terminal, breaks a line or reverses it.
@Suite(.serialized, .blocking, .timeLimit(.minutes(5)))
struct HostileOutputTests {
  /// The end of every hostile text.
  private static let poison =
    "\u{202E}\u{1B}[2J\u{1B}]0;x\u{7}\u{9B}1m\u{7F}\r\n\u{2028}\u{2029}\u{200F}\u{2066}\u{61C}\u{FEFF}\u{200B}"

  /// Members whose texts are fixed words, or come back in the next request.
  private static let fixed: Set = [
    "phase", "next", "subscription", "type", "kind", "reason", "role",
  ]

  /// Members whose own members have names from outside.
  private static let open: Set = ["values", "appearance", "x"]

  private static func poisoned(_ tree: JSONTree, named name: String = "") -> JSONTree {
    switch tree {
    case .string(let text) where !fixed.contains(name): .string(text + poison)
    case .array(let elements): .array(elements.map { poisoned($0, named: name) })
    case .object(let members):
      .object(
        members.map { member in
          JSONTree.Member(
            name: open.contains(name) ? member.name + poison : member.name,
            value: poisoned(member.value, named: member.name))
        })
    default: tree
    }
  }

  private static func poisoned(_ answer: String) throws -> String {
    let isRefusal = answer.hasPrefix("!")
    let lines = try answer.dropFirst(isRefusal ? 1 : 0).split(separator: "\n").map { line in
      try poisoned(JSONTree(parsing: String(line))).text
    }
    return (isRefusal ? "!" : "") + lines.joined(separator: "\n")
  }

  /// Plays it against a fake daemon, which refuses all further requests.
  private static func play(_ command: CommandCase) async throws -> CommandProcess.Outcome {
    let exchanges = command.exchanges
    let daemon = try FakeDaemon { peer in
      do {
        for (_, answer) in exchanges {
          try CommandCase.give(answer, to: try peer.request(), by: peer)
        }
        while true {
          try peer.refuse(try peer.request(), #"{"code":-32601,"message":"no"}"#)
        }
      } catch is Peer.Failure {}
    }
    let outcome = try CommandProcess.run(
      ["--socket", daemon.path] + command.arguments, input: command.input)
    try await daemon.finished()
    return outcome
  }

  /// The scalars of a text that must not be printed.
  private static func findings(_ text: String, allowsColors: Bool = false) -> [String] {
    var text = text
    if allowsColors { text = text.replacing(#/\x1B\[[0-9;]*m/#, with: "") }
    return text.unicodeScalars.filter { scalar in
      switch scalar.properties.generalCategory {
      case .control: scalar != "\n"
      case .format, .lineSeparator, .paragraphSeparator: scalar.value != 0x200D
      default: false
      }
    }.map { String($0.value, radix: 16) }
  }

  @Test(
    arguments: CommandTests.stateCases + CommandTests.changeCases + CommandTests.buttonCases
      + CommandTests.pressCases + CommandTests.serviceCases,
    [["--color", "always"], ["--json"]])
  func aHostileDaemonDoesNotReachTheTerminal(
    _ original: CommandCase, options: [String]
  ) async throws {
    var command = original
    command.arguments = options + original.arguments
    command.exchanges = try original.exchanges.map { exchange in
      (exchange.request, try Self.poisoned(exchange.answer))
    }
    let outcome = try await Self.play(command)
    let allowsColors = options.contains("always")
    #expect(Self.findings(outcome.output, allowsColors: allowsColors) == [])
    #expect(Self.findings(outcome.errors) == [])
  }

  @Test(arguments: [
    ["check"], ["check", "--json"], ["pack"], ["install"], ["dev", "--once"], ["uninstall"],
  ])
  func aHostilePluginDoesNotReachTheTerminal(words: [String]) throws {
    let folder = TemporaryFolder()
    let name = "plugin\u{202E}\u{1B}[2J"
    try Folder.make(folder.file(name))
    let text = JSONTree.string("x" + Self.poison).text
    folder.write(
      """
      {"schemaVersion": 1, "id": "org.example.evil", "name": "evil", "version": "1", \(text): 1,
       "license": \(text), "description": \(text), "abi": {"major": 1, "minor": 0},
       "library": {"linux": \(text)}, "styles": [{"name": \(text), "title": \(text)}]}
      """, to: "\(name)/plugin.json")
    let outcome = try CommandProcess.run(
      ["plugin", words[0], folder.file(name)] + words.dropFirst(),
      environment: ["HOME=\(folder.path)", "PATH=/usr/bin:/bin", "XDG_DATA_HOME=\(folder.path)"])
    #expect(outcome.status != 0)
    #expect(!(outcome.output + outcome.errors).isEmpty)
    #expect(Self.findings(outcome.output) == [])
    #expect(Self.findings(outcome.errors) == [])
  }
}
