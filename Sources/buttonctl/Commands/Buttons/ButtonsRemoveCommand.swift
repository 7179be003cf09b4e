import ArgumentParser
import ButtonClient
import ButtonProtocol

/// `buttonctl buttons remove`: removes buttons.
struct ButtonsRemoveCommand: ClientCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Remove buttons; ids that no button has are skipped.")

  @ParentCommand var program: Buttonctl

  @Argument(help: "The buttons' ids.", completion: LiveCompletion.buttons)
  var ids: [String]

  @OptionGroup var wait: WaitFlag

  func run(_ client: ButtonClient, _ console: Console) async throws {
    let json = try await client.document(ButtonsRemoveRequest(ids: ids, wait: wait.moment))
    try console.show(json) {
      let answer: ButtonsRemoveResponse = try json.decode()
      return RevisionLine.text(answer.revision, "removed", answer.removed)
    }
  }
}
