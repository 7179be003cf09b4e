import RESP

/// What an administrator does to an engine before daemons share state through it.
extension EngineConnection {
  package enum LibraryChange: Sendable { case loaded, replaced, kept, newer }

  /// Throws if a fleet cannot rely on the engine.
  package func checkFitness() async throws -> EngineFacts {
    let facts = EngineFacts(try await ask(RESPCommand("INFO"), to: "INFO"))
    if let objection = facts.objection(at: address) { throw objection }
    return facts
  }

  /// Throws if the engine's users or data are gone after its next start, or if other machines need
  /// no password. Returns a remark, if there is one.
  package func checkUsers() async throws -> String? {
    let command = RESPCommand("CONFIG", "GET", "aclfile", "bind", "port", "tls-port")
    let settings = pairs(try await ask(command, to: "CONFIG GET")).mapValues { $0.string ?? "" }
    func unguarded(_ message: String, _ advice: String) -> RedisEngineError {
      RedisEngineError(
        .unfit, at: address.description, message, advice: advice + ", or take it with --unguarded")
    }
    if settings["aclfile"]?.isEmpty ?? true {
      throw unguarded(
        "it keeps its users in no file: after its next start all of them are gone",
        "set `aclfile` in its configuration, as `buttonctl fleet engine` writes it")
    }
    let user = pairs(try await ask(RESPCommand("ACL", "GETUSER", "default"), to: "ACL GETUSER"))
    // Engines read their log as this user, and most versions skip the transactions that it may not
    // do (seen with Redis 7.0.15; https://github.com/redis/redis/issues/14541,
    // https://github.com/valkey-io/valkey/issues/3983).
    guard user["commands"]?.string == "+@all", user["keys"]?.string == "~*" else {
      throw unguarded(
        "its default user may not do everything, so it drops changes when it reads its log at a start",
        "set `user default off resetpass ~* &* +@all` in its file of users, which lets nobody in")
    }
    let flags = user["flags"]?.elements?.map(\.string) ?? []
    guard flags.contains("on"), flags.contains("nopass") else { return nil }
    let hasPort = settings["port"] != "0" || !["0", "", nil].contains(settings["tls-port"])
    let places = (settings["bind"] ?? "").split(separator: " ").map { $0.drop { $0 == "-" } }
    let isLocal = !places.isEmpty && places.allSatisfy { $0.hasPrefix("127.") || $0 == "::1" }
    if hasPort, !isLocal {
      throw unguarded(
        "its default user needs no password, and other machines reach it",
        "set `user default off resetpass ~* &* +@all` in its file of users")
    }
    return
      "\(address): its default user needs no password, so each user of that machine may do all there"
  }

  /// Makes a dictionary of alternating names and values.
  private func pairs(_ reply: RESPValue) -> [String: RESPValue] {
    let words = reply.elements ?? []
    return Dictionary(
      stride(from: 0, to: words.count - 1, by: 2).map { (words[$0].string ?? "", words[$0 + 1]) }
    ) { $1 }
  }

  /// Also saves the engine's file of users.
  package func makeUser(_ command: String) async throws {
    let words = command.split(separator: " ").map { Array($0.utf8) }
    _ = try await ask(RESPCommand(arguments: words), to: "ACL SETUSER")
    _ = try await ask(RESPCommand("ACL", "SAVE"), to: "ACL SAVE")
  }

  /// Loads the functions, or replaces older ones.
  package func installLibrary() async throws -> LibraryChange {
    let list = RESPCommand("FUNCTION", "LIST", "LIBRARYNAME", FleetLibrary.name, "WITHCODE")
    let found = try await ask(list, to: "FUNCTION LIST").elements?.first?.elements ?? []
    if found.isEmpty {
      try await load()
      return .loaded
    }
    let code = pairs(.array(found))["library_code"]
    if code?.bytes == FleetLibrary.code { return .kept }
    let version = try await libraryVersion()
    guard version <= FleetLibrary.version else { throw tooNew(version) }
    // Functions that keep more of a scope than these would lose it.
    if FleetLibrary.edition(of: code?.string ?? "") > FleetLibrary.edition { return .newer }
    try await load(replacing: true)
    return .replaced
  }

  /// Throws unless this program can use the functions there.
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

  /// Keeps a scope that exists.
  package func makeScope(_ keys: ScopeKeys) async throws -> (id: String, isNew: Bool) {
    let command = RESPCommand("FCALL", "btn_init", "2", keys.meta, keys.state, RandomName.make())
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
