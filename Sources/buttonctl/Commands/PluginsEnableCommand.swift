import ArgumentParser
import ButtonClient
import ButtonProtocol

/// `buttonctl plugins enable`: lets a disabled plugin run again.
struct PluginsEnableCommand: ClientCommand {
  static let configuration = CommandConfiguration(
    commandName: "enable",
    abstract: "Let a disabled plugin run again.",
    discussion: """
      What the configuration disables is off again when the daemon starts the next time.
      """)

  @ParentCommand var program: Buttonctl

  @Argument(help: "The plugin's short name or id.", completion: LiveCompletion.plugins)
  var name: String

  func run(_ client: ButtonClient, _ console: Console) async throws {
    let json = try await client.document(PluginsEnableRequest(name: name))
    try console.show(json) {
      let answer: PluginResponse = try json.decode()
      return answer.plugin.outcome
    }
  }
}
