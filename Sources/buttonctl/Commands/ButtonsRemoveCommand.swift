import ArgumentParser
import ButtonClient
import ButtonProtocol

/// `buttonctl buttons remove`: removes buttons.
struct ButtonsRemoveCommand: ClientCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Remove buttons.",
    discussion: "Exits with 1 if an id has no button; the others are removed.")

  @ParentCommand var program: Buttonctl

  @Argument(help: "The buttons' ids.", completion: LiveCompletion.buttons)
  var ids: [String]

  @OptionGroup var wait: WaitFlag

  func run(_ client: ButtonClient, _ console: Console) async throws {
    let json = try await client.document(ButtonsRemoveRequest(ids: ids, wait: wait.moment))
    let answer: ButtonsRemoveResponse = try json.decode()
    console.show(json) { RevisionLine.text(answer.revision, "removed", answer.removed) }
    let missing = Set(ids).subtracting(answer.removed).naturallySorted()
    for id in missing { console.complain(await complaint(id, client)) }
    if !missing.isEmpty { throw ExitCode(1) }
  }

  /// The complaint about an id that no button has, or about a pattern.
  private func complaint(_ id: String, _ client: ButtonClient) async -> String {
    if id.contains(where: { $0 == "*" || $0 == "?" }) {
      return "'\(id)' is a pattern, and remove takes only ids; "
        + "`buttonctl buttons list '\(id)'` prints the buttons that match"
    }
    return "there is no button '\(id)'\(await Advice.nearest(id, client))"
  }
}
