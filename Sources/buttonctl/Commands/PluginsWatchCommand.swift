import ArgumentParser
import ButtonClient
import ButtonProtocol

/// `buttonctl plugins watch`: how plugins are doing, whenever that changes.
struct PluginsWatchCommand: ClientCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch", abstract: "Print what happens to plugins.",
    discussion: """
      Prints name, version, state and process of every plugin, and again of each to which something \
      happens: it starts, dies, is replaced, quarantined, disabled or found. Ends when it is \
      interrupted.
      """)

  @ParentCommand var program: Buttonctl

  @Option(help: "End after that many changes.")
  var count: Int?

  func validate() throws {
    if let count, count < 1 { throw ValidationError("--count is at least 1") }
  }

  func run(_ client: ButtonClient, _ console: Console) async throws {
    Interruption.endsProgram()
    let request = PluginsSubscribeRequest()
    let stream = client.subscribe(request, key: request)
    guard let first = try await stream.next() else { return }
    let beginning: PluginsSubscribeResponse = try first.decode()
    console.showPainted(first) { PluginsWatchCommand.text(beginning.plugins, console) }
    var left = count
    while let json = try await stream.next() {
      let change: PluginChangedNotification = try json.decode()
      console.showPainted(json) { PluginsWatchCommand.text([change.plugin], console) }
      left = left.map { $0 - 1 }
      if left == 0 { return }
    }
  }

  private static func text(_ plugins: [PluginListing], _ console: Console) -> String {
    var table = Table()
    for plugin in plugins {
      table.add(
        Table.Cell(plugin.name), Table.Cell(plugin.version),
        Table.Cell(plugin.stateText, tint: console.tint(.ofPlugin(plugin.state))),
        Table.Cell(plugin.pid.map { "pid \($0)" }), Table.Cell(plugin.lastError))
    }
    return table.text
  }
}
