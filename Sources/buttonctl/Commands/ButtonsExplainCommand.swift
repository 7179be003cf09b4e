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
      Prints the button's group, tint, shortcut and menu, whether a pointer is over it, what last made \
      it dirty, what its plugins read and how long they took, and for each property its value, the layer \
      that set it, and the values of the layers below.

      Layers, from the lowest: systemStyle, group, configuration, stateValues, style, handler, transformer. \
      States such as isSelected come from the definition or from a press.
      """)

  @ParentCommand var program: Buttonctl

  @Argument(help: "The button.", completion: LiveCompletion.buttons)
  var id: String

  var subject: String? { id }

  @Argument(
    help: "One property of the look, for example titleColor.",
    completion: .list(AppearanceKey.allCases.map(\.name)))
  var property: String?

  @OptionGroup var display: DisplayOption

  func run(_ client: ButtonClient, _ console: Console) async throws {
    let json = try await client.document(
      ButtonsExplainRequest(id: id, property: property, traits: display.request))
    let answer: ButtonsExplainResponse = try json.decode()
    console.show(json) { ExplanationText(answer, columns: console.columns).text }
    if answer.properties.isEmpty { throw ExitCode(1) }
  }
}
