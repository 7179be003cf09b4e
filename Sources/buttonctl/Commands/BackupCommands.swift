import ArgumentParser
import ButtonClient
import ButtonProtocol
import Glibc
import PluginHost
import PluginTools

struct BackupCommand: ClientCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup",
    abstract: "Back up the state of a running daemon to a file.",
    discussion: """
      The file has the state and the buttons that clients defined, as of the printed revision, and \
      which plugins are quarantined or disabled. It does not have the configuration or files that it \
      names. It must not exist yet, and appears whole or not at all. Run it as the daemon's user or \
      as root; `buttonctl restore` takes the file.
      """)

  @ParentCommand var program: Buttonctl

  @Argument(help: "The file to write.", completion: .file())
  var file: String

  func run(_ client: ButtonClient, _ console: Console) async throws {
    guard access(file, F_OK) != 0 else {
      throw ClientError(.unsendable, "\(file) exists already; name a new file")
    }
    let folder = SocketFolders.folder(of: file)
    guard access(folder, F_OK) == 0 else {
      throw ClientError(.unsendable, "the folder \(folder) does not exist")
    }
    var answer: ServerBackupResponse = try await client.document(ServerBackupRequest()).decode()
    // Root removes it: a daemon of another user must not name any file.
    guard answer.path.hasSuffix("/buttond.backup") else {
      throw ClientError(.unexpectedAnswer, "\(answer.path) is not the name of a backup")
    }
    do throws(FileError) {
      try BackupCommand.copy(answer, to: file)
    } catch {
      throw ClientError(
        .unsendable, "\(error); run buttonctl as the daemon's user or as root, for a new file")
    }
    unlink(answer.path)
    answer.path = file
    console.show(JSONDocument(answer)) {
      "revision \(answer.revision): \(answer.bytes) bytes in \(file)"
    }
  }

  /// The copy gets its name once it is complete and on disk.
  private static func copy(_ backup: ServerBackupResponse, to file: String) throws(FileError) {
    let source = try FileCopy(of: backup.path)
    guard source.size == backup.bytes else {
      throw FileError(path: backup.path, what: "was replaced by another backup in the meantime")
    }
    let temporary = "\(file).part-\(getpid())"
    do throws(FileError) {
      let target = try FileCopy.Target(temporary, mode: 0o600)
      try source.forEachPiece { (piece) throws(FileError) in try target.write(piece) }
      try target.sync()
      guard link(temporary, file) == 0 else { throw .system(file) }
      unlink(temporary)
    } catch {
      let failure = error
      unlink(temporary)
      throw failure
    }
    let folder = SocketFolders.folder(of: file)
    let descriptor = open(folder, O_RDONLY | O_CLOEXEC | O_DIRECTORY)
    guard descriptor >= 0 else { throw .system(folder) }
    fsync(descriptor)
    close(descriptor)
  }
}

struct RestoreCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore",
    abstract: "Restore the state of a stopped daemon from a backup.",
    discussion: """
      The backup is checked before anything is replaced; the old files get a dated name in the same \
      folder. It refuses while a daemon uses the folder. Run it as the daemon's user, who then owns \
      the files.
      """)

  @ParentCommand var program: Buttonctl

  @Argument(help: "A file that buttonctl backup has written.", completion: .file())
  var file: String

  @Option(help: "The daemon's state folder.", completion: .directory)
  var state: String?

  @Option(help: "The daemon's configuration, which may name the folder.", completion: .file())
  var config: String?

  func validate() throws {
    if state == nil, config == nil {
      throw ValidationError(
        "name the folder that is to be replaced with --state, or the daemon's configuration with --config"
      )
    }
    if program.json { throw ValidationError("this command prints no JSON") }
  }

  func run(_ console: Console) async throws {
    let layout = try ToolLayout()
    var words = ["--restore", file] + program.words(of: [.socket])
    if let state { words += ["--state", state] }
    if let config { words += ["--config", config] }
    try OtherProgram.replaceThisOne(by: layout.require(layout.daemon), words)
  }
}
