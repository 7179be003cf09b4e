import ArgumentParser
import ButtonClient
import ButtonModel
import ButtonProtocol

/// `buttonctl buttons patch`: changes some of a definition.
struct ButtonsPatchCommand: ClientCommand {
  static let configuration = CommandConfiguration(
    commandName: "patch", abstract: "Change some of a button's definition.",
    discussion: """
      The patch is a JSON Merge Patch of the definition, for example \
      '{"configuration": {"title": "Pay"}}'.
      """)

  @ParentCommand var program: Buttonctl

  @Argument(help: "The button.", completion: LiveCompletion.buttons)
  var id: String

  var subject: String? { id }

  @Argument(help: "The patch, a JSON object; - is standard input.")
  var patch: String

  @OptionGroup var wait: WaitFlag

  func run(_ client: ButtonClient, _ console: Console) async throws {
    let patch = try DocumentArgument.inline(patch)
    guard patch.bytes.first == UInt8(ascii: "{") else {
      throw ClientError(.unsendable, "a patch is a JSON object")
    }
    let json = try await client.document(
      ButtonsPatchRequest(id: id, patch: UTF8String(bytes: patch.bytes), wait: wait.moment))
    let answer: ButtonsPatchResponse = try json.decode()
    console.show(json) { RevisionLine.text(answer.revision, "patched", [id]) }
    if !console.printsJSON { for warning in answer.warnings { console.complain(warning) } }
  }
}
