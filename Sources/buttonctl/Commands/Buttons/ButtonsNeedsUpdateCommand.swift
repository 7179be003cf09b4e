import ArgumentParser
import ButtonClient
import ButtonProtocol

/// `buttonctl buttons needs-update`: asks for what no tracked dependency covers.
struct ButtonsNeedsUpdateCommand: ClientCommand {
  static let configuration = CommandConfiguration(
    commandName: "needs-update",
    abstract: "Have buttons asked for their looks again, although no state changed.")

  @ParentCommand var program: Buttonctl
  @OptionGroup var buttons: MatchArguments

  func run(_ client: ButtonClient, _ console: Console) async throws {
    let json = try await client.document(SetNeedsUpdateConfigurationRequest(match: buttons.match))
    try console.show(json) {
      let answer: SetNeedsUpdateConfigurationResponse = try json.decode()
      return "\(answer.buttons) \(answer.buttons == 1 ? "button" : "buttons")"
    }
  }
}
