import ArgumentParser
import ButtonClient
import ButtonProtocol

struct StylesCommand: ClientCommand {
  static let configuration = CommandConfiguration(
    commandName: "styles", abstract: "Print the styles and handlers that definitions may name.")

  @ParentCommand var program: Buttonctl

  func run(_ client: ButtonClient, _ console: Console) async throws {
    let json = try await client.document(StylesListRequest())
    try console.showPainted(json) {
      let answer: StylesListResponse = try json.decode()
      var table = console.table("KIND", "NAME", "TITLE", "PARAMETERS", "DOCUMENTATION")
      table.optionalColumns = [2]
      for style in answer.styles { StylesCommand.add(style, "style", console, to: &table) }
      for handler in answer.handlers { StylesCommand.add(handler, "handler", console, to: &table) }
      return console.text(of: table)
    }
  }

  private static func add(
    _ entry: StyleListing, _ kind: String, _ console: Console, to table: inout Table
  ) {
    let parameters = entry.parameters.map { "\($0.name): \($0.type)" }.joined(separator: ", ")
    let words = console.isTerminal ? firstSentence(entry.documentation) : entry.documentation
    table.add(
      Table.Cell(kind), Table.Cell(entry.name), Table.Cell(entry.title),
      Table.Cell(parameters.isEmpty ? nil : parameters), Table.Cell(words))
  }

  /// Up to the first full stop, for which a line has room.
  private static func firstSentence(_ text: String) -> String {
    guard let end = text.firstRange(of: ". ") else { return text }
    return String(text[..<end.lowerBound]) + "."
  }
}
