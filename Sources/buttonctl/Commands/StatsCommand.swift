import ArgumentParser
import ButtonClient
import ButtonProtocol

/// `buttonctl stats`: the daemon's counters.
struct StatsCommand: ClientCommand {
  static let configuration = CommandConfiguration(
    commandName: "stats", abstract: "Print the daemon's counters and gauges.")

  @ParentCommand var program: Buttonctl

  @Flag(help: "Print them in Prometheus' text format, those of each plugin too.")
  var prometheus = false

  func validate() throws {
    if prometheus, program.json {
      throw ValidationError("--prometheus and --json are two formats: choose one")
    }
  }

  func run(_ client: ButtonClient, _ console: Console) async throws {
    let json = try await client.document(ServerStatsRequest())
    if prometheus {
      return console.print(String(PrometheusText(try json.decode()).text.dropLast()))
    }
    try console.show(json) {
      let answer: ServerStatsResponse = try json.decode()
      var table = Table()
      for figure in answer.figures { table.add(Table.Cell(figure.name), Table.Cell(figure.value)) }
      return table.text
    }
  }
}
