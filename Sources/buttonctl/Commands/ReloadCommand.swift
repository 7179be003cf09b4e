import ArgumentParser
import ButtonClient
import ButtonProtocol

/// `buttonctl reload`: has the daemon read its configuration again.
struct ReloadCommand: ClientCommand {
  static let configuration = CommandConfiguration(
    commandName: "reload",
    abstract: "Have the daemon read its configuration, buttons and theme again.")

  @ParentCommand var program: Buttonctl

  func run(_ client: ButtonClient, _ console: Console) async throws {
    let json = try await client.document(ServerReloadRequest())
    try console.show(json) {
      let answer: ServerReloadResponse = try json.decode()
      let tokens = answer.tokensChanged == 1 ? "token" : "tokens"
      let buttons = answer.buttonsDefined == 1 ? "button" : "buttons"
      let changes =
        "revision \(answer.revision): theme \(answer.theme), "
        + "\(answer.tokensChanged) \(tokens) changed, "
        + "\(answer.buttonsDefined) \(buttons) defined, \(answer.buttonsRemoved) removed"
      return ([changes] + answer.warnings.map { "warning: \($0)" }).joined(separator: "\n")
    }
  }
}
