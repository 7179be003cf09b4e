import ArgumentParser
import ButtonClient
import ButtonProtocol

/// `buttonctl buttons import`: defines the buttons of a file of buttons.
struct ButtonsImportCommand: ClientCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Define the buttons of a YAML or JSON file; those that exist are replaced.",
    discussion: """
      The file has definitions by id or a list of them, as `buttonctl buttons export` prints it and \
      the folder buttons.d has it. Each request has as many buttons as fit a line, and is accepted \
      whole or not at all. When one is refused, those before it stay.
      """)

  @ParentCommand var program: Buttonctl

  @Argument(help: "A YAML or JSON file; - is standard input.", completion: .file())
  var file: String

  /// The most bytes of a request with several buttons; the daemon accepts lines of at least 64 KiB.
  private static let requestBytes = 48 << 10

  func run(_ client: ButtonClient, _ console: Console) async throws {
    let file = try DefinitionFile(file, console)
    let definitions = file.definitions
    var first = 0
    while first < definitions.count {
      var count = 0
      var bytes = 0
      while first + count < definitions.count {
        bytes += definitions[first + count].bytes.count
        if count > 0, bytes > ButtonsImportCommand.requestBytes { break }
        count += 1
      }
      try await file.define(first..<first + count, on: client, console)
      first += count
    }
  }
}
