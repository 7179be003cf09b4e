import ArgumentParser
import ButtonClient
import ButtonProtocol

/// `buttonctl trigger`: performs a button's action.
struct TriggerCommand: ClientCommand {
  static let configuration = CommandConfiguration(
    commandName: "trigger", abstract: "Perform a button's action, as a keypad would.")

  @ParentCommand var program: Buttonctl

  @Argument(help: "The button.", completion: LiveCompletion.buttons)
  var id: String

  var subject: String? { id }

  @OptionGroup var wait: WaitFlag

  func run(_ client: ButtonClient, _ console: Console) async throws {
    let json = try await client.document(ButtonsTriggerRequest(id: id, wait: wait.moment))
    try console.show(json) {
      let answer: ButtonsTriggerResponse = try json.decode()
      return RevisionLine.text(answer.revision, "triggered", [id])
    }
  }
}
