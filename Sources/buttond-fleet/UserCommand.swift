import ArgumentParser
import ButtonClient
import CPlatform
import Glibc
import RedisEngine

/// `buttond-fleet user`: makes the users of daemons in engines, or prints how.
struct UserCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "user",
    abstract: "Make daemons' users in an engine, or print the commands for it.",
    usage: "buttond-fleet user <names> ... (--secret <file> | --secrets <folder>) ...",
    discussion: """
      The users may change the scopes of --scope and read those of --read, and nothing else. The password \
      of a user is the first line of --secret, or of NAME.secret in --secrets, which is written with a \
      random one if it does not exist. With --engine the users are made there and kept in the engine's \
      file of users; without it the commands are printed, which hold only the passwords' hashes. --renew \
      writes new passwords: the old ones hold as well until this is run again without it. With it again, \
      the new ones stay.
      """)

  @Argument(help: "The users' names, each 1 to 64 of A-Z a-z 0-9 . _ -.")
  var names: [String]

  @Option(
    help: ArgumentHelp("A scope that the daemons change; may be repeated.", valueName: "scope"),
    transform: ScopeName.keys)
  var scope: [ScopeKeys] = []

  @Option(
    help: ArgumentHelp("A scope that they only read; may be repeated.", valueName: "scope"),
    transform: ScopeName.keys)
  var read: [ScopeKeys] = []

  @Flag(
    help: "Let them wait for the disk, as `answer: synced` does; for Redis from 7.2, or Valkey.")
  var synced = false

  @Option(
    help: ArgumentHelp("The file with the password of one user.", valueName: "file"),
    completion: .file())
  var secret: String?

  @Option(
    help: ArgumentHelp("The folder with the users' passwords.", valueName: "folder"),
    completion: .directory)
  var secrets: String?

  @Flag(help: "Write new passwords.")
  var renew = false

  @Option(
    help: ArgumentHelp(
      "An engine in which to make them, as unix://admin@/PATH; may be repeated.",
      valueName: "address"))
  var engine: [String] = []

  @Option(
    help: ArgumentHelp(
      "The file with the password of the engine's administrator.", valueName: "file"),
    completion: .file())
  var adminSecret: String?

  @Option(
    name: .customLong("ca"),
    help: "A file with the certificates to trust instead of the system's.", completion: .file())
  var authority: String?

  func validate() throws {
    for name in names {
      let isName = name.utf8.allSatisfy { byte in
        byte == UInt8(ascii: ".") || ScopeKeys(String(UnicodeScalar(byte))) != nil
      }
      guard isName, (1...64).contains(name.utf8.count) else {
        throw ValidationError("a user's name is 1 to 64 of A-Z a-z 0-9 . _ -, not '\(name)'")
      }
      if ["admin", "default", "replica"].contains(name) {
        throw ValidationError("'\(name)' is a user of the engine: name another one")
      }
    }
    guard !scope.isEmpty || !read.isEmpty else {
      throw ValidationError("name at least one scope with --scope or --read")
    }
    guard (secret == nil) != (secrets == nil) else {
      throw ValidationError("name a file with --secret, or a folder with --secrets")
    }
    guard secret == nil || names.count == 1 else {
      throw ValidationError("several users have their passwords in a folder: --secrets")
    }
  }

  func run() async throws {
    try await reporting {
      var connections: [EngineConnection] = []
      defer { for connection in connections { connection.close() } }
      for address in engine { connections.append(try await connect(to: address)) }
      if let secrets { mkdir(secrets, 0o700) }
      for name in names {
        let path = secret ?? "\(secrets ?? ".")/\(name).secret"
        let passwords = try EngineSecret.current(path, renews: renew)
        let rules = AccessRules(user: name, changed: scope, read: read, waitsForDisk: synced)
        let command = rules.command(
          passwordHash: passwords.current.hash, older: passwords.older?.hash)
        if connections.isEmpty { console.print(command) }
        for connection in connections {
          try await connection.makeUser(command)
          console.print("user \(name): made at \(connection.address)")
        }
      }
    }
  }

  private func connect(to address: String) async throws -> EngineConnection {
    var options = EngineOptions(try EngineAddress(address))
    if let adminSecret { options.secret = try EngineSecret(file: adminSecret) }
    options.authority = authority
    return try await EngineConnection.connect(options)
  }
}

extension EngineSecret {
  /// The password of a file, which is made if there is none. A new one puts the old aside, and both hold
  /// until this is asked for without a new one.
  fileprivate static func current(
    _ path: String, renews: Bool
  ) throws(RedisEngineError) -> (current: EngineSecret, older: EngineSecret?) {
    let aside = path + ".old"
    // Asked for again, the new one stays: daemons may still have the one before it.
    if renews, access(aside, F_OK) == 0 {
      let current = access(path, F_OK) == 0 ? try EngineSecret(file: path) : try create(file: path)
      return (current, try EngineSecret(file: aside))
    }
    guard access(path, F_OK) == 0 else { return (try create(file: path), nil) }
    guard renews else {
      unlink(aside)
      return (try EngineSecret(file: path), nil)
    }
    let older = try EngineSecret(file: path)
    guard rename(path, aside) == 0 else {
      throw RedisEngineError(
        .unreadableSecret, at: path, "it cannot be put aside (\(String(cString: strerror(errno))))",
        advice: "name files in a folder that you may write to")
    }
    return (try create(file: path), older)
  }
}
