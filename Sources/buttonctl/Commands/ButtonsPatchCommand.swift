import ArgumentParser
import ButtonClient
import ButtonModel
import ButtonProtocol

/// `buttonctl buttons patch`: changes part of a definition.
struct ButtonsPatchCommand: RequestCommand {
  static let configuration = CommandConfiguration(
    commandName: "patch", abstract: "Change part of a button's definition.",
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

  func request() throws -> ButtonsPatchRequest {
    let patch = try DocumentArgument.inline(patch)
    guard patch.bytes.first == UInt8(ascii: "{") else {
      throw ClientError(.unsendable, "a patch is a JSON object")
    }
    return ButtonsPatchRequest(
      id: id, patch: UTF8String(bytes: patch.bytes), wait: wait.moment)
  }

  func text(_ answer: ButtonsPatchResponse) -> String {
    RevisionLine.text(answer.revision, "patched", [id])
  }

  func warnings(_ answer: ButtonsPatchResponse) -> [String] { answer.warnings }
}
