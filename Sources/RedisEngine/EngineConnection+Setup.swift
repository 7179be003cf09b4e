import RESP

/// What an administrator does to an engine before daemons share state through it.
extension EngineConnection {
  /// What became of the library.
  package enum LibraryChange: Sendable { case loaded, replaced, kept }

  /// Facts about the engine; throws if a fleet cannot rely on it.
  package func checkFitness() async throws -> EngineFacts {
    let facts = EngineFacts(try await ask(RESPCommand("INFO"), to: "INFO"))
    if let objection = facts.objection(at: address) { throw objection }
    return facts
  }

  /// Loads the functions, or replaces older ones.
  package func installLibrary() async throws -> LibraryChange {
    let list = RESPCommand("FUNCTION", "LIST", "LIBRARYNAME", FleetLibrary.name, "WITHCODE")
    let found = try await ask(list, to: "FUNCTION LIST").elements?.first?.elements ?? []
    if found.isEmpty {
      try await load()
      return .loaded
    }
    let code = Dictionary(
      zip(found, found.dropFirst()).enumerated().filter { $0.offset % 2 == 0 }
        .map { ($0.element.0.string ?? "", $0.element.1) }
    ) { $1 }["library_code"]
    if code?.bytes == FleetLibrary.code { return .kept }
    let version = try await libraryVersion()
    guard version <= FleetLibrary.version else { throw tooNew(version) }
    try await load(replacing: true)
    return .replaced
  }

  /// The version of the functions there; throws unless this program can use them.
  package func checkLibrary() async throws {
    let version = try await libraryVersion()
    if version > FleetLibrary.version { throw tooNew(version) }
    if version < FleetLibrary.version {
      throw RedisEngineError(
        .otherLibrary, at: address.description,
        "its functions are version \(version), older than \(FleetLibrary.version)",
        advice: "run: buttonctl fleet init")
    }
  }

  /// Makes the scope, unless there is one; its id, and whether it was made.
  package func makeScope(_ keys: ScopeKeys) async throws -> (id: String, isNew: Bool) {
    let command = RESPCommand("FCALL", "btn_init", "1", keys.meta, RandomName.make())
    let reply = try await ask(command, to: "make a scope")
    guard let words = reply.elements, words.count == 2, let id = words[1].string else {
      throw address.refusal(reply, to: "make a scope")
    }
    return (id, words[0].string == "made")
  }

  private func load(replacing: Bool = false) async throws {
    var command = RESPCommand("FUNCTION", "LOAD")
    if replacing { command.append("REPLACE") }
    command.append(FleetLibrary.code)
    _ = try await ask(command, to: "FUNCTION LOAD")
  }

  private func libraryVersion() async throws -> Int {
    let reply = try await ask(RESPCommand("FCALL_RO", "btn_version", "0"), to: "FCALL_RO")
    guard let version = reply.string.flatMap({ Int($0) }) else {
      throw address.refusal(reply, to: "btn_version")
    }
    return version
  }

  private func tooNew(_ version: Int) -> RedisEngineError {
    RedisEngineError(
      .otherLibrary, at: address.description,
      "its functions are version \(version), newer than \(FleetLibrary.version)",
      advice: "update this buttond")
  }
}
