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
    commandName: "install", abstract: "Install a packed plugin, or a built one's folder.",
    discussion: """
      It goes where every daemon of this installation looks, or, where that is not yours to write to, \
      into ~/.local/share/buttond/plugins, where a daemon of yours looks as well. A daemon that runs \
      takes it up at once, in place of an older version too. Every hash is compared first, and the \
      library is started as the daemon would; if anything is wrong, nothing is changed.
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
    let news = try await DaemonNews.after(outcome, socket: program.socket)
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
    if news.isRefusal { throw ExitCode(1) }
  }

  private static func document(
    _ outcome: PluginInstaller.Outcome, _ news: DaemonNews
  ) -> JSONDocument {
    var writer = JSONWriter()
    writer.beginObject()
    for (key, value) in [
      ("id", outcome.id), ("name", outcome.name), ("version", outcome.version),
      ("folder", outcome.folder), ("replaced", outcome.replacedVersion), ("daemon", news.word),
    ] {
      writer.key(key)
      if let value { writer.string(value) } else { writer.null() }
    }
    for (key, values) in [("styles", outcome.styles), ("handlers", outcome.handlers)] {
      writer.key(key)
      writer.beginArray()
      for value in values { writer.string(value) }
      writer.endArray()
    }
    writer.endObject()
    return JSONDocument(writer)
  }
}
