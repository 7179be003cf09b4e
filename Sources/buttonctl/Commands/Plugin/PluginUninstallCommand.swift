import ArgumentParser
import ButtonClient
import ButtonProtocol
import JSONRPC
import PluginHost
import PluginTools

/// `buttonctl plugin uninstall`: removes a plugin from where daemons look for it.
struct PluginUninstallCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "uninstall", abstract: "Remove an installed plugin.",
    discussion: """
      Looks in ~/.local/share/buttond/plugins, then in the folder of this installation. A running \
      daemon ends its worker, and its buttons say so; they stay defined.
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
    console.print(
      JSONDocument { writer in
        writer.member("id", outcome.id)
        writer.member("name", outcome.name)
        writer.member("version", outcome.version)
        writer.member("folder", outcome.folder)
      })
  }
}
