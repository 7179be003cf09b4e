import ArgumentParser
import ButtonClient
import JSONRPC
import PluginTools

/// `buttonctl plugin new`: writes the files with which a plugin begins.
struct PluginNewCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "new", abstract: "Begin a plugin: a style and a handler that work, to be changed.",
    discussion: "Prints the commands that build, check, pack and install it.")

  @ParentCommand var program: Buttonctl

  @Argument(help: "Its short name, of a-z, 0-9 and -; definitions name its style NAME/NAME.")
  var name: String

  @Option(help: "What it is written in: c or swift.")
  var language: PluginLanguage

  @Option(help: "Its name everywhere and for ever, in reverse DNS; com.example.NAME without it.")
  var id: String?

  @Option(
    help: "Where its files go, a folder that is empty or not there; NAME without it.",
    completion: .directory)
  var folder: String?

  func run(_ console: Console) async throws {
    let name = try PluginName(name, id: id)
    let folder = folder ?? name.short
    let layout = try ToolLayout()
    let files = try PluginTemplate(language, in: layout).write(name, to: folder)
    let path = AuthorPath(
      name, folder: folder, prefix: layout.prefix, program: ProgramName.text,
      options: program.socket.map { ["--socket", $0] } ?? [])
    if console.printsJSON {
      console.print(PluginNewCommand.document(name, folder, files, path))
      return
    }
    var lines = ["\(folder) holds the plugin \(name.id):"]
    lines += files.map { "  \(folder)/\($0)" }
    lines += ["", "Unless a daemon runs already:"] + path.preparations.map { "  \($0)" }
    lines += ["", "From here to a style that definitions may name:"]
    lines += path.commands.map { "  \($0)" }
    lines += ["", "While you change it, in its folder: \(path.develop)"]
    if name.id == "com.example.\(name.short)" {
      lines.append("Before you hand it out, give it an id of your own: plugin.json and the source.")
    }
    console.print(lines.joined(separator: "\n"))
  }

  private static func document(
    _ name: PluginName, _ folder: String, _ files: [String], _ path: AuthorPath
  ) -> JSONDocument {
    var writer = JSONWriter()
    writer.beginObject()
    writer.key("id")
    writer.string(name.id)
    writer.key("name")
    writer.string(name.short)
    writer.key("folder")
    writer.string(folder)
    for (key, values) in [
      ("files", files), ("preparations", path.preparations), ("commands", path.commands),
    ] {
      writer.key(key)
      writer.beginArray()
      for value in values { writer.string(value) }
      writer.endArray()
    }
    writer.key("develop")
    writer.string(path.develop)
    writer.endObject()
    return JSONDocument(writer)
  }
}

extension PluginLanguage: ExpressibleByArgument {}
