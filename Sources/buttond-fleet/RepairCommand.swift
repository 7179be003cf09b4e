import ArgumentParser
import ButtonClient
import RedisEngine

/// `buttond-fleet repair`: makes scopes whole that were altered past the functions.
struct RepairCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "repair", abstract: "Make scopes whole that somebody has altered in the engine.",
    usage: "buttond-fleet repair [<options>] <scopes> ...",
    discussion: """
      Says what is wrong: an entry in the log that no daemon has made, a revision that was turned back, a \
      key that was changed or removed by hand, a name or a value that no daemon takes. Then it makes the state that the \
      engine has now the scope's: the log begins again behind it, and all daemons take the state as a \
      whole. What no daemon could have written is removed. No change of a daemon is lost or counted \
      twice by that. Wants an administrator of the engine; with --check nothing is changed, and the exit \
      code is 1 if a scope is damaged.
      """)

  @OptionGroup var engine: EngineArguments

  @Flag(help: "Only say what is wrong.")
  var check = false

  @Argument(help: "Names of scopes.", transform: ScopeName.keys)
  var scopes: [ScopeKeys]

  func run() async throws {
    try await reporting {
      let connection = try await EngineConnection.connect(try engine.options())
      defer { connection.close() }
      try await connection.checkLibrary()
      var isDamaged = false
      for keys in scopes {
        var damage = try await connection.damage(of: keys)
        if damage.message == nil { console.print("scope \(keys.scope): nothing is wrong with it") }
        // Behind one damage there may be another, which could not be seen.
        while let message = damage.message {
          console.print("scope \(keys.scope): \(message)")
          isDamaged = true
          if check { break }
          for field in damage.fields { console.print("  removed: \(field.name)") }
          let (revision, dropped) = try await connection.repair(keys, without: damage.fields)
          console.print(
            "scope \(keys.scope): repaired, and goes on at revision \(revision); keys removed: "
              + "\(dropped)")
          damage = try await connection.damage(of: keys)
        }
      }
      if check, isDamaged { throw ExitCode(1) }
      if !check, isDamaged { try await connection.closeOthers() }
    }
  }
}
