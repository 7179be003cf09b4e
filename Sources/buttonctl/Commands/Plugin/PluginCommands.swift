import ArgumentParser
import ButtonClient
import ButtonModel
import ButtonProtocol
import Glibc
import JSONRPC
import PluginHost
import PluginTools

struct PluginCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plugin", abstract: "Create, check, pack and install plugins.",
    subcommands: [
      PluginNewCommand.self, PluginDevCommand.self, PluginCheckCommand.self,
      PluginConstantsCommand.self, PluginPackCommand.self, PluginInstallCommand.self,
      PluginUninstallCommand.self,
    ])
}

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

  /// The program's name in a form that works in any folder: the bare name if this program was found
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

struct PluginDevCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "dev", abstract: "Build a plugin and show all its looks, again on every save.",
    discussion: """
      Runs make in the folder, then the plugin in a private daemon, and prints how every style and \
      handler looks in every state on light and dark displays, without arguments and with the \
      values and examples of its parameters. Whenever a source is saved or state is \
      set, it prints what changes, and redraws all looks: open the page that it names in a \
      browser. If a build fails, the last version stays in use. Without a \
      Makefile, the library itself is watched. The daemon ends when you interrupt the command.
      """)

  @ParentCommand var program: Buttonctl

  @Argument(help: "The plugin's folder.", completion: .directory)
  var folder = "."

  @Flag(help: "Show the looks and exit, with 1 if the plugin is unusable or a look is faulty.")
  var once = false

  @Option(
    help: "Draw the looks into this file, .svg or .png, on every change.", completion: .file())
  var picture: String?

  func run(_ console: Console) async throws {
    let reporter = DevelopReporter(console: console, isOnce: once)
    let developer = try PluginDeveloper(folder, in: try ToolLayout(), picture: picture) {
      reporter.show($0)
    }
    let isUsed = try await developer.run(once: once)
    if once && !isUsed { throw ExitCode(1) }
  }
}

struct PluginConstantsCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "constants", abstract: "Write what plugin.json says as constants of a language.",
    discussion: """
      Id, version, the names of styles and handlers, parameters with their defaults, and the keys of \
      reads, so that the source says none of it again: a name that is misspelt, or has gone, does not \
      compile. The Makefile of a new plugin runs this whenever plugin.json changes.
      """)

  @ParentCommand var program: Buttonctl

  @Argument(help: "The plugin's folder.", completion: .directory)
  var folder = "."

  @Option(help: "The language: \(PluginLanguage.allCases.map(\.rawValue).joined(separator: ", ")).")
  var language: PluginLanguage

  func run(_ console: Console) async throws {
    try PluginSource.requireManifest(in: folder)
    let file = "\(folder)/\(Manifest.fileName)"
    let bytes = try PluginFile.read(file, atMost: Manifest.maximumBytes)
    let manifest = try Manifest(bytes, file: file, parser: JSONParser())
    let text = ManifestConstants(manifest).text(in: language)
    guard console.printsJSON else { return console.print(String(text.dropLast())) }
    console.print(
      JSONDocument { writer in
        writer.member("id", manifest.id)
        writer.member("language", language.rawValue)
        writer.member("text", text)
      })
  }
}

struct PluginPackCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "pack", abstract: "Pack a built plugin into one file for distribution.",
    discussion: """
      The file is a tar archive of the manifest with the library's SHA-256, the library, and with the \
      permission "resources" the other files of the folder except sources, with the SHA-256 of each. \
      The same files make the same bytes. The library is first started as the daemon would: one that \
      does not start, or does not match the manifest, is not packed.
      """)

  @ParentCommand var program: Buttonctl

  @Argument(help: "The plugin's folder.", completion: .directory)
  var folder = "."

  @Option(
    help: "Where to write; NAME-VERSION\(PluginArchive.suffix) here without it.",
    completion: .file())
  var output: String?

  func run(_ console: Console) async throws {
    let source = try PluginSource(folder)
    let output = output ?? "\(source.fileName)\(PluginArchive.suffix)"
    let trial = LibraryTrial(worker: try ToolLayout().worker())
    try PluginArchive.write(source, to: output, asking: trial)
    if console.printsJSON { return console.print(PluginPackCommand.document(source, output)) }
    var table = Table()
    for file in source.files { table.add(Table.Cell("  \(file.name)"), Table.Cell(file.size)) }
    console.print("packed \(source.manifest.id) \(source.manifest.version) into \(output):")
    console.print("  plugin.json\n\(table.text)")
    if !source.leftOut.isEmpty {
      console.print("left out: \(source.leftOut.joined(separator: ", "))")
    }
  }

  private static func document(_ source: PluginSource, _ output: String) -> JSONDocument {
    JSONDocument { writer in
      writer.member("archive", output)
      writer.member("id", source.manifest.id)
      writer.member("version", source.manifest.version)
      writer.key("files")
      writer.beginArray()
      for file in source.files {
        writer.beginObject()
        writer.member("name", file.name)
        writer.member("size", file.size)
        writer.member("sha256", file.hash)
        writer.endObject()
      }
      writer.endArray()
      writer.member("leftOut", source.leftOut)
    }
  }
}

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
