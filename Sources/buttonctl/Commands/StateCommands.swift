import ArgumentParser
import ButtonClient
import ButtonModel
import ButtonProtocol

struct StateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "state", abstract: "Read, change and watch state.",
    subcommands: [
      StateGetCommand.self, StateSetCommand.self, StateUpdateCommand.self, StateWatchCommand.self,
      StateEvalCommand.self, StateDeriveCommand.self,
    ])
}

struct StateGetCommand: ClientCommand {
  static let configuration = CommandConfiguration(
    commandName: "get", abstract: "Print values of state.",
    discussion: """
      With one key, prints its value as JSON. With several keys, a prefix or no key, prints keys and \
      values. If a key that is named is absent, the exit code is 1. A key that is lost, because what feeds it is \
      gone, is marked so; with one key, on standard error.
      """)

  @ParentCommand var program: Buttonctl
  @OptionGroup var keys: KeyArguments

  func run(_ client: ButtonClient, _ console: Console) async throws {
    var request = StateGetRequest(keys: keys.names, under: keys.prefix)
    var table = Table()
    var absent = Set(keys.names ?? [])
    while true {
      let json = try await client.document(request)
      let page: StateGetResponse = try json.decode()
      for member in page.values.members { absent.remove(member.key) }
      if console.printsJSON {
        console.print(json)
      } else if let key = keys.names?.first, keys.keys.count == 1, keys.under == nil {
        guard let value = page.values[key] else {
          console.complain("\(key) is absent; `--under \(key)` prints the keys below it")
          throw ExitCode(1)
        }
        console.print(verbatim: ValueText.text(value))
        if page.lost.contains(key) { console.complain("\(key) is lost: what feeds it is gone") }
      } else {
        let lost = Set(page.lost)
        for member in page.values.members {
          let note = lost.contains(member.key) ? "lost" : ""
          table.add("\(member.key)", Table.Cell(ValueText.text(member.value)), Table.Cell(note))
        }
      }
      guard let next = page.next else { break }
      request.after = .init(next)
    }
    table.sort(by: 0)
    console.print(console.text(of: table))
    for key in absent.sorted() { console.complain("\(key) is absent") }
    if !absent.isEmpty { throw ExitCode(1) }
  }
}

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

  // Also takes what looks like an option, such as -3.
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

  /// Leaves out `--`, before which a misspelled option must not pass for a value.
  private func literalArguments() throws -> [String] {
    let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
    for argument in arguments[..<end] where argument.hasPrefix("-") {
      guard case .string = try ValueText.value(argument) else { continue }
      throw ValidationError("unknown option '\(argument)'; for a value write KEY=\(argument)")
    }
    return Array(arguments[..<end]) + Array(arguments[end...].dropFirst())
  }
}

struct StateUpdateCommand: RequestCommand {
  static let configuration = CommandConfiguration(
    commandName: "update", abstract: "Change keys by operations, all or nothing.",
    discussion: """
      The operations are applied in the order in which they are given. Values are JSON or words, as \
      in `state set`.
      """)

  @ParentCommand var program: Buttonctl

  @Option(
    help: ArgumentHelp("Add a number, 1 unless given.", valueName: "key[=by]"),
    completion: LiveCompletion.keys, transform: OperationArgument.increment)
  var increment: [OperationArgument] = []

  @Option(
    help: ArgumentHelp("Turn true into false and false into true.", valueName: "key"),
    completion: LiveCompletion.keys, transform: OperationArgument.toggle)
  var toggle: [OperationArgument] = []

  @Option(
    help: ArgumentHelp("Make a key absent.", valueName: "key"),
    completion: LiveCompletion.keys, transform: OperationArgument.remove)
  var remove: [OperationArgument] = []

  @Option(
    help: ArgumentHelp("Add to the end of an array.", valueName: "key=value"),
    completion: LiveCompletion.keys, transform: OperationArgument.append)
  var append: [OperationArgument] = []

  @Option(
    help: ArgumentHelp("Lay a JSON Merge Patch over the value.", valueName: "key=json"),
    completion: LiveCompletion.keys, transform: OperationArgument.merge)
  var merge: [OperationArgument] = []

  @Option(
    help: ArgumentHelp("Set the value.", valueName: "key=value"),
    completion: LiveCompletion.keys, transform: OperationArgument.set)
  var set: [OperationArgument] = []

  @Option(help: "Fail if any of the keys has changed since this revision.")
  var ifRevision: UInt64?

  @OptionGroup var wait: WaitFlag

  private var all: [OperationArgument] { increment + toggle + remove + append + merge + set }

  func validate() throws {
    if all.isEmpty { throw ValidationError("give at least one operation, such as --toggle KEY") }
  }

  func request() -> StateUpdateRequest {
    let operations = all.sorted { $0.index < $1.index }.map(\.operation)
    return StateUpdateRequest(operations: operations, ifRevision: ifRevision, wait: wait.moment)
  }

  func text(_ answer: StateUpdateResponse) -> String {
    var table = Table()
    for key in answer.changed {
      table.add(
        "\(key)", Table.Cell(answer.values[key].map { ValueText.text($0) } ?? "(removed)"))
    }
    let lines = [RevisionLine.text(answer.revision, changed: answer.changed), table.text]
    return lines.filter { !$0.isEmpty }.joined(separator: "\n")
  }
}

struct StateWatchCommand: WatchCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch", abstract: "Print values of state as they change.",
    discussion: """
      Prints what there is, then what changes, until it is interrupted. A key that is lost, because \
      what feeds it is gone, is marked so; it is printed again when that changes.
      """)

  @ParentCommand var program: Buttonctl
  @OptionGroup var keys: KeyArguments
  @OptionGroup var count: CountOption

  var limit: Int? { count.count }

  func elements(_ client: ButtonClient) -> StateChanges {
    client.changes(of: keys.keys.isEmpty ? nil : keys.keys, under: keys.under)
  }

  func show(_ change: StateChange, _ console: Console) {
    console.show(change.json) {
      var table = Table()
      for (key, value) in change.values.sorted(by: {
        $0.key.naturallyPrecedes($1.key)
      }) {
        table.add(
          "\(change.revision)", Table.Cell(key), Table.Cell(ValueText.text(value)),
          Table.Cell(change.lost.contains(key) ? "lost" : ""))
      }
      for key in change.removed.naturallySorted() {
        table.add("\(change.revision)", Table.Cell(key), "(removed)")
      }
      return console.text(of: table)
    }
  }
}

struct StateEvalCommand: ClientCommand {
  static let configuration = CommandConfiguration(
    commandName: "eval", abstract: "Print what an expression comes to.",
    discussion: """
      Evaluates an expression such as 'cart.total > 0 && !till.isLocked' with the present values, or \
      with --template a text such as 'Pay {cart.total:%.2f}', and prints the value. If it has none, \
      says why and where; the exit code is then 1. One that begins with a minus stands behind --: \
      buttonctl state eval -- '-cart.total'
      """)

  @ParentCommand var program: Buttonctl
  @Flag(help: "Take it as text with expressions in braces.")
  var template = false
  @Flag(help: "Print the type, the keys that were read and the cost as well.")
  var details = false
  @Argument(help: "The expression.", completion: LiveCompletion.expression)
  var expression: String

  func run(_ client: ButtonClient, _ console: Console) async throws {
    let request =
      template
      ? StateEvalRequest(template: expression) : StateEvalRequest(expression: expression)
    let json = try await client.document(request)
    let answer: StateEvalResponse = try json.decode()
    if console.printsJSON {
      console.print(json)
    } else if answer.error == nil {
      console.print(verbatim: ValueText.text(answer.value ?? .null))
    }
    if details, !console.printsJSON {
      let keys = answer.keys.isEmpty ? "none" : answer.keys.map(\.string).joined(separator: ", ")
      if let type = answer.type { console.print("type   \(type.rawValue)") }
      console.print("keys   \(keys.printable)")
      console.print("steps  \(answer.steps) of at most \(answer.maximumSteps)")
    }
    if let error = answer.error {
      console.complain("line \(error.line), column \(error.column): \(error.message)".printable)
      throw ExitCode(1)
    }
  }
}

struct StateDeriveCommand: ClientCommand {
  static let configuration = CommandConfiguration(
    commandName: "derive", abstract: "Derive keys from other keys by expressions.",
    discussion: """
      Takes keys and expressions by turns: 'cart.isPayable' 'cart.total > 0 && !till.isLocked'. All \
      are defined or none. With --template the texts have expressions in braces: 'Pay {cart.total}'. \
      --remove takes keys that are to be derived no more. Without arguments prints the derived keys. \
      Where an expression begins with a minus, -- stands before the first key.
      """)

  @ParentCommand var program: Buttonctl
  @Flag(help: "Take the texts as templates.")
  var template = false
  @Flag(help: "End what the keys are derived by; their values go.")
  var remove = false
  @Argument(
    help: "Keys and expressions by turns, or keys to remove.",
    completion: LiveCompletion.derivations)
  var words: [String] = []

  func validate() throws {
    if !remove, !words.count.isMultiple(of: 2) {
      throw ValidationError(
        "'\(words.last ?? "")' has no expression: give keys and expressions by turns")
    }
    if remove, words.isEmpty { throw ValidationError("name the keys to remove") }
  }

  func run(_ client: ButtonClient, _ console: Console) async throws {
    if words.isEmpty { return try await list(client, console) }
    let json = try await client.document(StateDeriveRequest(keys: keys))
    let answer: StateDeriveResponse = try json.decode()
    if console.printsJSON { return console.print(json) }
    var table = Table()
    for member in answer.values.members {
      table.add("\(member.key)", Table.Cell(ValueText.text(member.value)))
    }
    for member in answer.errors?.members ?? [] {
      table.add("\(member.key)", Table.Cell("has no value yet: \(member.value.message)"))
    }
    table.sort(by: 0)
    console.print(console.text(of: table))
  }

  private var keys: DerivationMembers {
    if remove {
      return DerivationMembers(words.map { .init(key: UTF8String($0), value: nil) })
    }
    return DerivationMembers(
      stride(from: 0, to: words.count, by: 2).map { index in
        let source = UTF8String(words[index + 1])
        return .init(
          key: UTF8String(words[index]), value: template ? .template(source) : .expression(source))
      })
  }

  private func list(_ client: ButtonClient, _ console: Console) async throws {
    var request = StateDerivedRequest()
    var table = Table()
    while true {
      let json = try await client.document(request)
      let page: StateDerivedResponse = try json.decode()
      if console.printsJSON { console.print(json) }
      for key in page.keys {
        let outcome =
          key.error.map { "no value: \($0.message)" } ?? ValueText.text(key.value ?? .null)
        table.add("\(key.key)", Table.Cell("\(key.text.source)"), Table.Cell(outcome))
      }
      guard let next = page.next else { break }
      request.after = next
    }
    table.sort(by: 0)
    if !console.printsJSON { console.print(console.text(of: table)) }
  }
}
