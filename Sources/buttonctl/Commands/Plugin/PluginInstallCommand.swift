import ArgumentParser
import ButtonClient
import ButtonProtocol
import Glibc
import JSONRPC
import PluginHost
import PluginTools

/// `buttonctl plugin install`: puts a plugin where daemons look for it.
struct PluginInstallCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "install", abstract: "Install a packed plugin, or the folder of a built one.",
    discussion: """
      Installs into the folder of this installation, for all its daemons, or, if you may not write \
      there, into ~/.local/share/buttond/plugins, for your own. A running daemon uses it at once, \
      also in place of an older version. Before that, every hash is compared and the library is \
      started as the daemon would; if anything is wrong, nothing is changed.
      """)

  @ParentCommand var program: Buttonctl

  @Argument(help: "An archive, or a plugin's folder.", completion: .file())
  var path: String

  @Option(help: "Another folder of plugin folders, as buttond's --plugins.", completion: .directory)
  var into: String?

  func run(_ console: Console) async throws {
    let layout = try ToolLayout()
    let root = try into ?? InstallPlace.standard(in: layout)
    let trial = LibraryTrial(worker: try layout.worker())
    let outcome = try PluginInstaller(into: root, asking: trial).install(path)
    let news = try await DaemonNews.after(
      outcome, socket: program.socket, patience: program.patience)
    if console.printsJSON {
      console.print(PluginInstallCommand.document(outcome, news))
    } else {
      let old = outcome.replacedVersion.map { " in place of \($0)" } ?? ""
      console.print("installed \(outcome.id) \(outcome.version)\(old) in \(outcome.folder)")
      console.print(
        (outcome.styles.map { "  style \($0)" }
          + outcome.handlers.map { "  handler \($0)" }).joined(separator: "\n"))
      if !news.isTrouble { console.print(news.text(outcome, root)) }
    }
    if news.isTrouble { console.complain(news.text(outcome, root)) }
    if news.isSilent { throw ExitCode.noAnswer }
    if news.isRefusal { throw ExitCode(1) }
  }

  private static func document(
    _ outcome: PluginInstaller.Outcome, _ news: DaemonNews
  ) -> JSONDocument {
    JSONDocument { writer in
      for (key, value) in [
        ("id", outcome.id), ("name", outcome.name), ("version", outcome.version),
        ("folder", outcome.folder), ("replaced", outcome.replacedVersion), ("daemon", news.word),
      ] {
        writer.key(key)
        if let value { writer.string(value) } else { writer.null() }
      }
      writer.member("styles", outcome.styles)
      writer.member("handlers", outcome.handlers)
    }
  }
}
