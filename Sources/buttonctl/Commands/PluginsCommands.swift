import ArgumentParser
import ButtonClient
import ButtonProtocol
import JSONRPC
import PluginChannel

struct PluginsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plugins", abstract: "List and manage plugins.",
    subcommands: [
      PluginsListCommand.self, PluginsWatchCommand.self, PluginsReloadCommand.self,
      PluginsResetCommand.self, PluginsEnableCommand.self, PluginsDisableCommand.self,
    ])
}

struct PluginsListCommand: ClientCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Print the plugins and how they are doing.",
    discussion: """
      DEATHS counts how often the worker died since the daemon started, TIME is how long its code \
      ran. A poisoned button is one that crashed its worker twice. SANDBOX is full, or names the \
      layers that this machine cannot provide. --json has more: the hash of the files in use, the \
      phase, why it is quarantined and when it is tried again.
      """)

  @ParentCommand var program: Buttonctl

  func run(_ client: ButtonClient, _ console: Console) async throws {
    let json = try await client.document(PluginsListRequest())
    try console.showPainted(json) {
      let answer: ListResponse<PluginListing> = try json.decode()
      var table = console.table(
        "NAME", "VERSION", "STATE", "PID", "RESTARTS", "DEATHS", "BUTTONS", "TIME", "SANDBOX",
        "LAST ERROR")
      table.optionalColumns = [7, 4, 1, 3, 8]
      for plugin in answer.listings {
        table.add(
          Table.Cell(plugin.name), Table.Cell(plugin.version), plugin.stateCell(console),
          plugin.pid.map { Table.Cell($0) } ?? "-", Table.Cell(plugin.restarts),
          Table.Cell(plugin.deaths), plugin.buttonsCell,
          "\(plugin.handlerTime / 1000) ms", Table.Cell(plugin.sandboxText),
          Table.Cell(plugin.lastError))
      }
      table.sort(by: 0)
      return console.text(of: table)
    }
  }
}

struct PluginsWatchCommand: ListingsWatchCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch", abstract: "Print what happens to plugins.",
    discussion: """
      Prints name, version, state and process of every plugin, and again of each one that starts, \
      dies, is replaced, quarantined, disabled or found, until it is interrupted.
      """)

  @ParentCommand var program: Buttonctl

  @OptionGroup var changes: ChangeCount

  func add(_ plugin: PluginListing, to table: inout Table, _ console: Console) {
    table.add(
      Table.Cell(plugin.name), Table.Cell(plugin.version), plugin.stateCell(console),
      Table.Cell(plugin.pid.map { "pid \($0)" }), Table.Cell(plugin.lastError))
  }

  func addChange(_ json: JSONDocument, to table: inout Table, _ console: Console) throws {
    add(try json.decode(as: PluginChangedNotification.self).plugin, to: &table, console)
  }
}

struct PluginsReloadCommand: RequestCommand {
  static let configuration = CommandConfiguration(
    commandName: "reload",
    abstract: "Reload a plugin's files.",
    discussion: """
      Returns when the new version has taken over, which shows only in the looks of its buttons. \
      When anything is wrong with it, the old version stays, the message says why, and the exit \
      code is 1.
      """)

  @ParentCommand var program: Buttonctl
  @OptionGroup var plugin: PluginArgument

  func request() -> PluginsReloadRequest { PluginsReloadRequest(name: plugin.name) }

  func text(_ answer: PluginsReloadResponse) -> String {
    let outcome = answer.replaced ? "reloaded" : "unchanged"
    return "\(answer.plugin.name) \(answer.plugin.version): \(outcome)"
  }
}

struct PluginsResetCommand: RequestCommand {
  static let configuration = CommandConfiguration(
    commandName: "reset",
    abstract: "Lift a plugin's quarantine, let its poisoned buttons try again, and start it.")

  @ParentCommand var program: Buttonctl
  @OptionGroup var plugin: PluginArgument

  func request() -> PluginsResetRequest { PluginsResetRequest(name: plugin.name) }
  func text(_ answer: PluginResponse) -> String { answer.plugin.outcome }
}

struct PluginsEnableCommand: RequestCommand {
  static let configuration = CommandConfiguration(
    commandName: "enable",
    abstract: "Enable a disabled plugin.",
    discussion: "If the configuration disables it, it is disabled again when the daemon restarts.")

  @ParentCommand var program: Buttonctl
  @OptionGroup var plugin: PluginArgument

  func request() -> PluginsEnableRequest { PluginsEnableRequest(name: plugin.name) }
  func text(_ answer: PluginResponse) -> String { answer.plugin.outcome }
}

struct PluginsDisableCommand: RequestCommand {
  static let configuration = CommandConfiguration(
    commandName: "disable",
    abstract: "Stop a plugin until it is enabled; a restart of the daemon does not enable it.")

  @ParentCommand var program: Buttonctl
  @OptionGroup var plugin: PluginArgument

  func request() -> PluginsDisableRequest { PluginsDisableRequest(name: plugin.name) }

  func text(_ answer: PluginResponse) -> String { "\(answer.plugin.name): \(answer.plugin.state)" }
}

struct PluginArgument: ParsableArguments {
  @Argument(help: "The plugin's short name or id.", completion: LiveCompletion.plugins)
  var name: String
}

extension PluginListing {
  /// The state, with the time until the next try if the plugin is quarantined.
  private var stateText: String {
    guard let at = detail?.retryAt else { return state }
    return "\(state), \(NextTry.words(at: at))"
  }

  fileprivate func stateCell(_ console: Console) -> Table.Cell {
    Table.Cell(stateText, tint: console.tint(.ofPlugin(state)))
  }

  /// What a command did or, while that is unknown, how to follow it.
  fileprivate var outcome: String {
    let hint =
      ["starting", "restarting"].contains(state)
      ? "; 'buttonctl plugins watch' tells when it runs" : ""
    return "\(name): \(stateText)\(hint)"
  }

  /// The number of buttons, and of those poisoned.
  fileprivate var buttonsCell: Table.Cell {
    guard let poisoned = detail?.poisoned, poisoned > 0 else { return Table.Cell(buttons) }
    return "\(buttons), \(poisoned) poisoned"
  }

  /// Nil while there is no worker.
  fileprivate var sandboxText: String? {
    guard let sandbox = detail?.sandbox else { return nil }
    if sandbox.layers.isEmpty { return "none" }
    let missing = SandboxLayers.all.names.filter { !sandbox.layers.contains($0) }
    return missing.isEmpty ? "full" : "without \(missing.joined(separator: ", "))"
  }
}
