import ArgumentParser
import ButtonClient
import ButtonProtocol
import Glibc
import JSONRPC
import PluginTools

/// `buttonctl plugin new`: writes the first files of a plugin.
struct PluginNewCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "new", abstract: "Create a plugin with a working style and handler.",
    discussion: "Prints the commands that build, check, pack and install it.")

  @ParentCommand var program: Buttonctl

  @Argument(help: "Its short name, of a-z, 0-9 and -; definitions name its style NAME/NAME.")
  var name: String

  @Option(help: "Its language: c, swift or rust.")
  var language: PluginLanguage

  @Option(help: "Its permanent id in reverse DNS (default: com.example.NAME).")
  var id: String?

  @Option(
    help: "The folder for the plugin's files, empty or new (default: NAME).",
    completion: .directory)
  var folder: String?

  func run(_ console: Console) async throws {
    let name = try PluginName(name, id: id)
    let folder = folder ?? name.short
    let layout = try ToolLayout()
    let files = try PluginTemplate(language, in: layout).write(name, to: folder)
    let path = AuthorPath(
      name, folder: folder, prefix: layout.prefix, program: PluginNewCommand.programName,
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
    lines += ["Its unit tests, without a daemon: make test"]
    if name.id == "com.example.\(name.short)" {
      lines += [
        "Before you hand it out, give it an id of your own and the license that you want, in",
        "plugin.json.",
      ]
    }
    console.print(lines.joined(separator: "\n"))
  }

  /// How this program was called, in a form that works in any folder: the bare name if it was found
  /// on the search path, else its absolute path.
  private static var programName: String {
    let called = ProgramArguments.program ?? "buttonctl"
    guard called.contains("/"), let path = realpath("/proc/self/exe", nil) else { return called }
    defer { free(path) }
    return String(cString: path)
  }

  private static func document(
    _ name: PluginName, _ folder: String, _ files: [String], _ path: AuthorPath
  ) -> JSONDocument {
    JSONDocument { writer in
      writer.member("id", name.id)
      writer.member("name", name.short)
      writer.member("folder", folder)
      writer.member("files", files)
      writer.member("preparations", path.preparations)
      writer.member("commands", path.commands)
      writer.member("develop", path.develop)
    }
  }
}

extension PluginLanguage: ExpressibleByArgument {}
