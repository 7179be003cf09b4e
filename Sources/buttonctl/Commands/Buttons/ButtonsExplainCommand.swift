import ArgumentParser
import ButtonClient
import ButtonModel
import ButtonProtocol

/// `buttonctl buttons explain`: which layer set what.
struct ButtonsExplainCommand: ClientCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Print why a button looks as it does: which layer set each property.",
    discussion: """
      Tells what made the button dirty last, what its plugins read and how long they took, and for \
      each property what holds, who has set it, and what the layers below have.

      Layers, from the lowest: systemStyle, configuration, stateValues, style, handler, transformer. \
      What the button is doing comes from its definition or from a press.
      """)

  @ParentCommand var program: Buttonctl

  @Argument(help: "The button.", completion: LiveCompletion.buttons)
  var id: String

  var subject: String? { id }

  @Argument(help: "One property of the look, for example titleColor.")
  var property: String?

  @Option(name: .customLong("traits"), help: "The display: light or dark.")
  var display: DisplayArgument?

  func run(_ client: ButtonClient, _ console: Console) async throws {
    var traits: TraitsRequest?
    if let display {
      traits = TraitsRequest()
      traits?.userInterfaceStyle = display.style
    }
    let json = try await client.document(
      ButtonsExplainRequest(id: id, property: property, traits: traits))
    let answer: ButtonsExplainResponse = try json.decode()
    console.show(json) { ExplanationText(answer).text }
    if answer.properties.isEmpty { throw ExitCode(1) }
  }
}
