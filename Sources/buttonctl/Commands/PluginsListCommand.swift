import ArgumentParser
import ButtonClient
import ButtonProtocol

/// `buttonctl plugins list`: the plugins and how they are doing.
struct PluginsListCommand: ClientCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Print the plugins and how they are doing.",
    discussion: """
      DEATHS counts how often the worker died since the daemon started, TIME is what its code took. \
      A poisoned button is one that its worker died on twice. SANDBOX is full, or says which layers this machine cannot give its worker. --json has more: the \
      hash of the files in force, the phase, why it is quarantined and when it is tried again.
      """)

  @ParentCommand var program: Buttonctl

  func run(_ client: ButtonClient, _ console: Console) async throws {
    let json = try await client.document(PluginsListRequest())
    try console.showPainted(json) {
      let answer: PluginsListResponse = try json.decode()
      var table = console.table(
        "NAME", "VERSION", "STATE", "PID", "RESTARTS", "DEATHS", "BUTTONS", "TIME", "SANDBOX",
        "LAST ERROR")
      for plugin in answer.plugins {
        table.add(
          Table.Cell(plugin.name), Table.Cell(plugin.version),
          Table.Cell(plugin.stateText, tint: console.tint(.ofPlugin(plugin.state))),
          plugin.pid.map { Table.Cell($0) } ?? "-", Table.Cell(plugin.restarts),
          Table.Cell(plugin.deaths), plugin.buttonsCell,
          "\(plugin.handlerTime / 1000) ms", Table.Cell(plugin.sandboxText),
          Table.Cell(plugin.lastError))
      }
      return table.text
    }
  }
}
