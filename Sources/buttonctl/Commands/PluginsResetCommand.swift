import ArgumentParser
import ButtonClient
import ButtonProtocol

/// `buttonctl plugins reset`: forgets what counts against a plugin, and starts it.
struct PluginsResetCommand: ClientCommand {
  static let configuration = CommandConfiguration(
    commandName: "reset",
    abstract: "Forget what counts against a plugin: quarantine and poisoned buttons; and start it.")

  @ParentCommand var program: Buttonctl

  @Argument(help: "The plugin's short name or id.", completion: LiveCompletion.plugins)
  var name: String

  func run(_ client: ButtonClient, _ console: Console) async throws {
    let json = try await client.document(PluginsResetRequest(name: name))
    try console.show(json) {
      let answer: PluginResponse = try json.decode()
      return answer.plugin.outcome
    }
  }
}
