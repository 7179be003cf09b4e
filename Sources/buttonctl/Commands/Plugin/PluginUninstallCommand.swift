import ArgumentParser
import ButtonClient
import JSONRPC
import PluginHost
import PluginTools

/// `buttonctl plugin uninstall`: takes a plugin away from where daemons look for it.
struct PluginUninstallCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "uninstall", abstract: "Remove an installed plugin.",
    discussion: """
      It is looked for where plugins are installed: in ~/.local/share/buttond/plugins, then in the \
      installation's own folder. A daemon that runs ends its worker; its buttons say so. Buttons that \
      name it stay defined, for when it comes back.
      """)

  @ParentCommand var program: Buttonctl

  @Argument(help: "The plugin's short name or id.")
  var name: String

  @Option(help: "The folder of plugin folders to remove it from.", completion: .directory)
  var from: String?

  func run(_ console: Console) async throws {
    let roots =
      try from.map { [$0] }
      ?? [UserPluginFolder.path, try ToolLayout().plugins].compactMap { $0 }
    let outcome = try PluginUninstaller(in: roots).uninstall(name)
    guard console.printsJSON else {
      return console.print("removed \(outcome.id) \(outcome.version) from \(outcome.folder)")
    }
    var writer = JSONWriter()
    writer.beginObject()
    for (key, value) in [
      ("id", outcome.id), ("name", outcome.name), ("version", outcome.version),
      ("folder", outcome.folder),
    ] {
      writer.key(key)
      writer.string(value)
    }
    writer.endObject()
    console.print(JSONDocument(writer))
  }
}
