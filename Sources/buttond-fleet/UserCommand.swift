import ArgumentParser
import ButtonClient
import CPlatform
import Glibc
import RedisEngine

/// `buttond-fleet user`: prints how to make a daemon's user in the engine.
struct UserCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "user", abstract: "Print the engine's commands that make a daemon's user.",
    usage: "buttond-fleet user <name> [<options>] --secret <secret>",
    discussion: """
      The user may change the scopes of --scope and read those of --read, and nothing else. Its \
      password is the first line of --secret, which is written with a random one if it does not exist; \
      the commands hold only the password's hash. Give them to the engine as an administrator: \
      buttonctl fleet user till-17 --scope shop-4 --secret till-17.secret | redis-cli
      """)

  @Argument(help: "The user's name, 1 to 64 of A-Z a-z 0-9 . _ -.")
  var name: String

  @Option(
    help: ArgumentHelp("A scope that the daemon changes; may be repeated.", valueName: "scope"),
    transform: ScopeName.keys)
  var scope: [ScopeKeys] = []

  @Option(
    help: ArgumentHelp("A scope that it only reads; may be repeated.", valueName: "scope"),
    transform: ScopeName.keys)
  var read: [ScopeKeys] = []

  @Flag(
    help: "Let it wait for the disk, as `answer: synced` does; for Redis from 7.2, or Valkey.")
  var synced = false

  @Option(help: "The file with the user's password.", completion: .file())
  var secret: String

  func validate() throws {
    let isName = name.utf8.allSatisfy { byte in
      byte == UInt8(ascii: ".") || ScopeKeys(String(UnicodeScalar(byte))) != nil
    }
    guard isName, (1...64).contains(name.utf8.count) else {
      throw ValidationError("a user's name is 1 to 64 of A-Z a-z 0-9 . _ -, not '\(name)'")
    }
    guard !scope.isEmpty || !read.isEmpty else {
      throw ValidationError("name at least one scope with --scope or --read")
    }
  }

  func run() async throws {
    try await reporting {
      let password = try EngineSecret.existing(secret) ?? EngineSecret.create(file: secret)
      let rules = AccessRules(
        user: name, changed: scope, read: read, waitsForDisk: synced)
      console.print(rules.command(passwordHash: password.hash))
    }
  }
}

extension EngineSecret {
  /// The secret of a file; nil if there is no such file.
  fileprivate static func existing(_ path: String) throws(RedisEngineError) -> EngineSecret? {
    access(path, F_OK) == 0 ? try EngineSecret(file: path) : nil
  }
}
