import ArgumentParser
import ButtonClient
import RedisEngine

/// `buttond-fleet init`: loads the functions and makes scopes.
struct InitCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init", abstract: "Make an engine ready: load the functions, make scopes.",
    usage: "buttond-fleet init [<options>] <scopes> ...",
    discussion: """
      Wants an administrator of the engine. Run again it changes nothing; after an update of buttond it \
      replaces the functions by the newer ones. An engine that keeps its users in no file, or that lets \
      other machines in without a password, is refused.
      """)

  @OptionGroup var engine: EngineArguments

  @Flag(help: "Take an engine also without a file of users, and with an open default user.")
  var unguarded = false

  @Argument(help: "Names of scopes, each 1 to 64 of A-Z a-z 0-9 _ -.", transform: ScopeName.keys)
  var scopes: [ScopeKeys]

  func run() async throws {
    try await reporting {
      let connection = try await EngineConnection.connect(try engine.options())
      defer { connection.close() }
      let facts = try await connection.checkFitness()
      if !unguarded, let remark = try await connection.checkUsers() { console.complain(remark) }
      console.print("engine \(connection.address): \(facts.product), fit for a fleet")
      let change = try await connection.installLibrary()
      console.print("functions: \(change.text), version \(FleetLibrary.version)")
      for keys in scopes {
        let (id, isNew) = try await connection.makeScope(keys)
        console.print("scope \(keys.scope): \(isNew ? "made" : "was there already"), id \(id)")
      }
    }
  }
}

/// Names of scopes on the command line.
enum ScopeName {
  @Sendable static func keys(_ text: String) throws -> ScopeKeys {
    guard let keys = ScopeKeys(text) else {
      throw ValidationError("a scope's name is 1 to 64 of A-Z a-z 0-9 _ -, not '\(text)'")
    }
    return keys
  }
}

extension EngineConnection.LibraryChange {
  fileprivate var text: String {
    switch self {
    case .loaded: "loaded"
    case .replaced: "replaced"
    case .kept: "were there already"
    case .newer: "newer ones were there already"
    }
  }
}
