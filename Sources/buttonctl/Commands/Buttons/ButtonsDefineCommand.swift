import ArgumentParser
import ButtonClient
import ButtonProtocol
import JSONRPC

/// `buttonctl buttons define`: defines what a file describes.
struct ButtonsDefineCommand: ClientCommand {
  static let configuration = CommandConfiguration(
    commandName: "define",
    abstract: "Define buttons, all or nothing; those that exist are replaced.",
    discussion: "The file holds one definition, an array of them, or {\"buttons\": [...]}.")

  @ParentCommand var program: Buttonctl

  @Argument(help: "A JSON file; - is standard input.", completion: .file())
  var file: String

  @OptionGroup var wait: WaitFlag

  func run(_ client: ButtonClient, _ console: Console) async throws {
    let definitions = try DocumentArgument.file(file)
    guard let params = definitions.read({ ButtonsDefineCommand.params($0, wait.moment) }) ?? nil
    else {
      throw ClientError(
        .unsendable, "\(file): a definition is an object; give one, or an array of them")
    }
    let json = try await client.call("\(ButtonsDefineRequest.method)", params)
    let answer: ButtonsDefineResponse = try json.decode()
    console.show(json) { RevisionLine.text(answer.revision, "defined", answer.defined) }
    if !console.printsJSON { for warning in answer.warnings { console.complain(warning) } }
  }

  /// The params as the daemon wants them; nil when there are no definitions in the file.
  private static func params(_ file: JSONElement, _ wait: Wait?) -> JSONDocument? {
    let buttons = file.isObject ? file.member("buttons") ?? file : file
    guard buttons.isArray || buttons.isObject else { return nil }
    var writer = JSONWriter()
    writer.beginObject()
    writer.key("buttons")
    if buttons.isObject { writer.beginArray() }
    writer.copy(buttons)
    if buttons.isObject { writer.endArray() }
    writer.member("wait", ifPresent: wait)
    writer.endObject()
    return JSONDocument(writer)
  }
}
