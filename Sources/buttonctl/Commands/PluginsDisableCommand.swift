import ArgumentParser
import ButtonClient
import ButtonProtocol

/// `buttonctl plugins disable`: stops a plugin until it is enabled.
struct PluginsDisableCommand: ClientCommand {
  static let configuration = CommandConfiguration(
    commandName: "disable",
    abstract: "Stop a plugin until it is enabled, also when the daemon starts again.")

  @ParentCommand var program: Buttonctl

  @Argument(help: "The plugin's short name or id.", completion: LiveCompletion.plugins)
  var name: String

  func run(_ client: ButtonClient, _ console: Console) async throws {
    let json = try await client.document(PluginsDisableRequest(name: name))
    try console.show(json) {
      let answer: PluginResponse = try json.decode()
      return "\(answer.plugin.name): \(answer.plugin.state)"
    }
  }
}
