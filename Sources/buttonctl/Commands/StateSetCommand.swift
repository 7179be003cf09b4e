import ArgumentParser
import ButtonClient
import ButtonModel
import ButtonProtocol

/// `buttonctl state set`: sets keys, all or nothing.
struct StateSetCommand: RequestCommand {
  static let configuration = CommandConfiguration(
    commandName: "set", abstract: "Set keys to values, all or nothing.",
    usage: """
      buttonctl state set [<options>] <key> <value>
      buttonctl state set [<options>] <key>=<value> ...
      """,
    discussion: """
      A value is JSON, or a word that is taken as a string: 3, true, null, '{"a": 1}' and '"3"' are \
      JSON, open is the string "open". Write key=value for a word that begins with a dash.

      With --lease this program feeds the keys and runs until it is interrupted. Then, and if it is \
      killed, the keys are lost: buttons that read them say so.
      """)

  @ParentCommand var program: Buttonctl

  // Also takes what looks like an option, because -3 does.
  @Argument(
    parsing: .allUnrecognized, help: "A key and its value, or any number of key=value.",
    completion: LiveCompletion.keys)
  var arguments: [String]

  @Option(help: "Fail if any of the keys has changed since this revision.")
  var ifRevision: UInt64?

  @OptionGroup var wait: WaitFlag

  @Option(help: ArgumentHelp("Feed the keys under this lease.", valueName: "name"))
  var lease: String?

  @Option(
    help: ArgumentHelp(
      "Mark them as lost when nothing is written for this long; 0 gives the lease up.",
      valueName: "milliseconds"))
  var silentAfter: Int?

  func validate() throws {
    _ = try values()
    if silentAfter != nil, lease == nil {
      throw ValidationError("--silent-after says how long a lease may be silent: give --lease")
    }
  }

  func run(_ client: ButtonClient, _ console: Console) async throws {
    if lease != nil { endProgramWhenInterrupted() }
    try await ask(client, console)
    if lease == nil { return }
    // Ends with the connection.
    for try await _ in client.changes(of: try values().members.map(\.key.string)) {}
  }

  func request() throws -> StateSetRequest {
    StateSetRequest(
      values: try values(), ifRevision: ifRevision, wait: wait.moment,
      lease: lease.map { UTF8String($0) }, silentAfterMs: silentAfter)
  }

  func text(_ answer: StateSetResponse) -> String {
    RevisionLine.text(answer.revision, changed: answer.changed)
  }

  private func values() throws -> StateMembers {
    let words = try literalArguments()
    if words.count == 2, !words[0].contains("=") {
      let key = try Assignment(words[0]).key
      return StateMembers([.init(key: key, value: try ValueText.value(words[1]))])
    }
    return StateMembers(
      try words.map { word in
        let assignment = try Assignment(word)
        return .init(key: assignment.key, value: try assignment.value())
      })
  }

  /// The arguments without `--`, before which a misspelt option must not pass for a value.
  private func literalArguments() throws -> [String] {
    let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
    for argument in arguments[..<end] where argument.hasPrefix("-") {
      guard case .string = try ValueText.value(argument) else { continue }
      throw ValidationError("unknown option '\(argument)'; for a value write KEY=\(argument)")
    }
    return Array(arguments[..<end]) + Array(arguments[end...].dropFirst())
  }
}
