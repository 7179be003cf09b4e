import ArgumentParser
import ButtonClient
import ButtonProtocol

/// `buttonctl plugins reload`: has a plugin's files read again.
struct PluginsReloadCommand: ClientCommand {
  static let configuration = CommandConfiguration(
    commandName: "reload",
    abstract: "Read a plugin's files again, and use them.",
    discussion: """
      Returns when the new version has taken over, which nobody but its buttons' looks shows. When \
      anything is wrong with it, the old one stays, the message says what it is, and the exit code \
      is 1.
      """)

  @ParentCommand var program: Buttonctl

  @Argument(help: "The plugin's short name or id.", completion: LiveCompletion.plugins)
  var name: String

  func run(_ client: ButtonClient, _ console: Console) async throws {
    let json = try await client.document(PluginsReloadRequest(name: name))
    try console.show(json) {
      let answer: PluginsReloadResponse = try json.decode()
      let what = answer.replaced ? "reloaded" : "unchanged"
      return "\(answer.plugin.name) \(answer.plugin.version): \(what)"
    }
  }
}
