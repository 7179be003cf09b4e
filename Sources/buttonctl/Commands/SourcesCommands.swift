import ArgumentParser
import ButtonClient
import ButtonProtocol
import JSONRPC

struct SourcesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sources", abstract: "List and manage the programs that feed keys.",
    subcommands: [
      SourcesListCommand.self, SourcesWatchCommand.self, SourcesRunCommand.self,
      SourcesResetCommand.self,
    ])
}

struct SourcesListCommand: ClientCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Print the sources and how they are doing.",
    discussion: """
      LINES counts the lines, or outputs of runs, that were taken, REFUSED those that were not: in \
      another format, or with keys that the source may not write. A source that is lost is down or \
      has been silent for too long; its keys keep their values. --json has more: when the last \
      values came and when it is started next.
      """)

  @ParentCommand var program: Buttonctl

  func run(_ client: ButtonClient, _ console: Console) async throws {
    let json = try await client.document(SourcesListRequest())
    try console.showPainted(json) {
      let answer: ListResponse<SourceListing> = try json.decode()
      var table = console.table(
        "NAME", "STATE", "PID", "EVERY", "KEYS", "LINES", "REFUSED", "RESTARTS", "DEATHS",
        "LAST ERROR")
      table.optionalColumns = [7, 5, 2, 6, 3]
      for source in answer.listings {
        table.add(
          Table.Cell(source.name), source.stateCell(console),
          source.pid.map { Table.Cell($0) } ?? "-", Table.Cell(source.intervalText),
          Table.Cell(source.keys.joined(separator: " ")), Table.Cell(source.lines),
          Table.Cell(source.refusedLines), Table.Cell(source.restarts),
          Table.Cell(source.deaths), Table.Cell(source.lastError))
      }
      table.sort(by: 0)
      return console.text(of: table)
    }
  }
}

struct SourcesWatchCommand: ListingsWatchCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch", abstract: "Print what happens to sources.",
    discussion: """
      Prints name, state and process of every source, and again of each one that starts, dies, \
      falls silent, is quarantined, or is new, until it is interrupted.
      """)

  @ParentCommand var program: Buttonctl

  @OptionGroup var changes: ChangeCount

  func add(_ source: SourceListing, to table: inout Table, _ console: Console) {
    table.add(
      Table.Cell(source.name), source.stateCell(console),
      Table.Cell(source.pid.map { "pid \($0)" }), Table.Cell(source.lastError))
  }

  func addChange(_ json: JSONDocument, to table: inout Table, _ console: Console) throws {
    let change = try json.decode(as: SourceChangedNotification.self)
    if let source = change.source { add(source, to: &table, console) }
    if let name = change.removed { table.add(Table.Cell(name), "removed") }
  }
}

struct SourcesRunCommand: ClientCommand {
  static let configuration = CommandConfiguration(
    commandName: "run", abstract: "Run a polled source now.",
    discussion: "Returns when the run is over. The exit code is 1 if it failed.")

  @ParentCommand var program: Buttonctl
  @OptionGroup var source: SourceArgument

  func run(_ client: ButtonClient, _ console: Console) async throws {
    let json = try await client.document(SourcesRunRequest(name: source.name))
    let answer: SourceResponse = try json.decode()
    let source = answer.source
    let hasFailed = ["restarting", "quarantined"].contains(source.state)
    if console.printsJSON {
      console.print(json)
    } else if hasFailed {
      console.complain("\(source.outcome): \(source.lastError ?? "the run failed")")
    } else {
      console.print(source.outcome)
    }
    if hasFailed { throw ExitCode(1) }
  }
}

struct SourcesResetCommand: RequestCommand {
  static let configuration = CommandConfiguration(
    commandName: "reset", abstract: "Lift a source's quarantine, and restart its program.")

  @ParentCommand var program: Buttonctl
  @OptionGroup var source: SourceArgument

  func request() -> SourcesResetRequest { SourcesResetRequest(name: source.name) }
  func text(_ answer: SourceResponse) -> String { answer.source.outcome }
}

struct SourceArgument: ParsableArguments {
  @Argument(help: "The source's name in the configuration.", completion: LiveCompletion.sources)
  var name: String
}

extension SourceListing {
  /// The state, with the time until the next start, if it waits for that.
  private var stateText: String {
    let words = isLost && state == "running" ? "\(state), lost" : state
    guard let at = retryAt, state != "waiting" else { return words }
    return "\(words), \(NextTry.words(at: at))"
  }

  fileprivate func stateCell(_ console: Console) -> Table.Cell {
    Table.Cell(stateText, tint: console.tint(.ofSource(state, isLost: isLost)))
  }

  fileprivate var outcome: String { "\(name): \(stateText)" }

  /// Nil for a continuous program.
  fileprivate var intervalText: String? {
    interval.map { $0 % 60_000 == 0 ? "\($0 / 60_000) min" : "\(Double($0) / 1_000) s" }
  }
}
