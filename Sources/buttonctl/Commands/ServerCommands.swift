import ArgumentParser
import ButtonClient
import ButtonProtocol

struct SyncCommand: RequestCommand {
  static let configuration = CommandConfiguration(
    commandName: "sync", abstract: "Wait until every change made before has been published.")

  @ParentCommand var program: Buttonctl

  @Option(help: ArgumentHelp("How long to wait; 5000 unless given.", valueName: "milliseconds"))
  var timeoutMs: Int?

  func request() -> SyncRequest { SyncRequest(timeoutMs: timeoutMs) }

  func text(_ answer: SyncResponse) -> String {
    "epoch \(answer.epoch)  tick \(answer.tick)  revision \(answer.revision)"
  }
}

struct ReloadCommand: RequestCommand {
  static let configuration = CommandConfiguration(
    commandName: "reload",
    abstract: "Reload the daemon's configuration, buttons and theme.")

  @ParentCommand var program: Buttonctl

  func request() -> ServerReloadRequest { ServerReloadRequest() }

  func text(_ answer: ServerReloadResponse) -> String {
    let tokens = answer.tokensChanged == 1 ? "token" : "tokens"
    let buttons = answer.buttonsDefined == 1 ? "button" : "buttons"
    return "revision \(answer.revision): theme \(answer.theme), "
      + "\(answer.tokensChanged) \(tokens) changed, "
      + "\(answer.buttonsDefined) \(buttons) defined, \(answer.buttonsRemoved) removed"
  }

  func warnings(_ answer: ServerReloadResponse) -> [String] { answer.warnings }
}

struct StatsCommand: RequestCommand {
  static let configuration = CommandConfiguration(
    commandName: "stats", abstract: "Print the daemon's counters and gauges.")

  @ParentCommand var program: Buttonctl

  @Flag(help: "Print them in the Prometheus text format, with those of each plugin.")
  var prometheus = false

  func validate() throws {
    if prometheus, program.json {
      throw ValidationError("--prometheus and --json are two formats: choose one")
    }
  }

  var isVerbatim: Bool { prometheus }

  func request() -> ServerStatsRequest { ServerStatsRequest() }

  func text(_ answer: ServerStatsResponse) -> String {
    if prometheus { return String(PrometheusText(answer).text.dropLast()) }
    var table = Table()
    for figure in answer.figures { table.add(Table.Cell(figure.name), Table.Cell(figure.value)) }
    let leases = answer.leases.map { lease in
      let lost = lease.lostKeys > 0 ? ", \(lease.lostKeys) lost" : ""
      let holders = lease.holders == 0 ? ", held by nothing" : ""
      return "\nlease \(lease.name)  \(counted(lease.keys, "key"))\(lost)\(holders)"
    }
    return table.text + leases.joined()
  }
}

struct CallCommand: ClientCommand {
  static let configuration = CommandConfiguration(
    commandName: "call", abstract: "Call any method of the protocol and print its result as JSON.")

  @ParentCommand var program: Buttonctl

  @Argument(help: "The method, such as server.stats.", completion: LiveCompletion.methods)
  var method: String

  @Argument(help: "Its params, a JSON object; - is standard input.")
  var params = "{}"

  func run(_ client: ButtonClient, _ console: Console) async throws {
    console.print(try await client.call(method, try DocumentArgument.inline(params)))
  }
}
