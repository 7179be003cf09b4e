import ArgumentParser
import ButtonClient
import ButtonProtocol
import JSONRPC

/// `buttonctl buttons define`: defines what a file describes.
struct ButtonsDefineCommand: ClientCommand {
  static let configuration = CommandConfiguration(
    commandName: "define",
    abstract: "Define buttons, all or nothing; those that exist are replaced.",
    discussion: """
      The file holds one definition, an array of them, or an object of ids with the definition of each; \
      {"buttons": ...} around it may stay. For YAML: `buttonctl buttons import`.
      """)

  @ParentCommand var program: Buttonctl

  @Argument(help: "A JSON file; - is standard input.", completion: .file())
  var file: String

  @OptionGroup var wait: WaitFlag

  func run(_ client: ButtonClient, _ console: Console) async throws {
    let definitions = try DocumentArgument.file(
      file, advice: "; for YAML: `buttonctl buttons import`")
    guard let params = definitions.read({ ButtonsDefineCommand.params($0, wait.moment) }) ?? nil
    else {
      throw ClientError(
        .unsendable,
        "\(file): a definition is an object; give one, an array of them, or an object of them by id"
      )
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
    if isByID(buttons) {
      for (id, definition) in buttons.members { write(definition, id, &writer) }
    } else {
      writer.copy(buttons)
    }
    if buttons.isObject { writer.endArray() }
    writer.member("wait", ifPresent: wait)
    writer.endObject()
    return JSONDocument(writer)
  }

  /// Whether an object has definitions by their ids, as files of buttons have them: of a definition,
  /// `style` at least is no object.
  private static func isByID(_ buttons: JSONElement) -> Bool {
    guard buttons.isObject else { return false }
    var hasStyle = false
    for (_, definition) in buttons.members {
      guard definition.isObject else { return false }
      if definition.member("style") != nil { hasStyle = true }
    }
    return hasStyle
  }

  private static func write(
    _ definition: JSONElement, _ id: JSONString, _ writer: inout JSONWriter
  ) {
    writer.beginObject()
    writer.key("id")
    writer.string(id)
    for (name, value) in definition.members {
      writer.key(name.bytes)
      writer.copy(value)
    }
    writer.endObject()
  }
}
