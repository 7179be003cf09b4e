package import NIOCore
import RESP

/// How far a change must be before it is answered.
package enum AnswerLevel: Hashable, Sendable {
  /// The engine has applied it.
  case applied
  /// This number of replicas has it, too.
  case replicated(Int)
  /// It is on the engine's disk, and on that of this number of replicas.
  case synced(Int)
}

/// What a session of a scope must know of its engine.
package struct SessionSettings: Sendable {
  package var location: EngineLocation
  /// Common to all connections; the address is replaced by the one that was found.
  package var options: EngineOptions
  /// A file with the password, read for each connection, as it may be replaced meanwhile.
  package var secretFile: String?
  package var isReadOnly = false
  package var level = AnswerLevel.applied
  /// The least time between two batches of the log.
  package var pace = TimeAmount.zero
  /// The first attempt after a loss, and after an engine's return, comes within this time.
  package var spread = TimeAmount.seconds(1)
  /// The connection for changes closes after this time without one.
  package var idle = TimeAmount.seconds(60)
  /// The engine answers a reader of the log after this time, even without an entry.
  package var block = TimeAmount.seconds(5)
  /// What people call the daemon, and its version.
  package var name = ""
  package var version = ""
  /// How often the daemon says that it is there; after three times that, it counts as gone.
  package var presence = TimeAmount.seconds(15)
  /// The least number of entries that the log keeps.
  package var logLength = 100_000

  package init(_ location: EngineLocation) throws(RedisEngineError) {
    self.location = location
    switch location {
    case .engine(let address): options = EngineOptions(address)
    case .sentinels(let sentinels): options = EngineOptions(sentinels.nodes[0])
    }
  }

  /// The options with the password that the file has now.
  var currentOptions: EngineOptions {
    get throws(RedisEngineError) {
      var options = options
      if let secretFile { options.secret = try EngineSecret(file: secretFile) }
      return options
    }
  }
}

/// Finds a scope's engine and connects to it, if a fleet can rely on it.
struct ScopeConnector: Sendable {
  let keys: ScopeKeys
  let settings: SessionSettings
  let group: any EventLoopGroup
  /// The time for an engine, or a Sentinel, to take a connection.
  var reachTimeout: TimeAmount?

  /// The Sentinel that is asked first.
  private var firstSentinel = 0

  var hasSentinels: Bool { if case .sentinels = settings.location { true } else { false } }

  init(keys: ScopeKeys, settings: SessionSettings, group: any EventLoopGroup) {
    self.keys = keys
    self.settings = settings
    self.group = group
  }

  /// Returns the Sentinels in the order in which they are asked.
  func order(of sentinels: SentinelAddress) -> ArraySlice<EngineAddress> {
    sentinels.nodes[firstSentinel...] + sentinels.nodes[..<firstSentinel]
  }

  /// The engine that the first Sentinel named was not the primary: another may know more.
  mutating func askAnotherFirst() {
    guard case .sentinels(let sentinels) = settings.location else { return }
    firstSentinel = (firstSentinel + 1) % sentinels.nodes.count
  }

  /// Throws unless a fleet can rely on the engine; `run` identifies the engine's run.
  func connect() async throws -> (connection: EngineConnection, run: String) {
    let connection = try await reach()
    do {
      let info = try await connection.ask(RESPCommand("INFO"), to: "INFO")
      let facts = EngineFacts(info)
      if let objection = facts.objection(at: connection.address, settings) { throw objection }
      try await connection.checkLibrary()
      if !settings.isReadOnly { try await connection.checkChanges(keys, settings.level) }
      return (connection, facts.run)
    } catch {
      connection.close()
      throw error
    }
  }

  /// Throws unless the same run of the engine answers.
  func connect(to run: String, at address: EngineAddress) async throws -> EngineConnection {
    var options = try currentOptions
    options.address = address
    let connection = try await EngineConnection.connect(options, on: group)
    do {
      let info = try await connection.ask(RESPCommand("INFO", "server"), to: "INFO")
      if EngineFacts(info).run == run { return connection }
      throw RedisEngineError(
        .closed, at: address.description, "another engine answers there now",
        advice: "its history is compared on the next connection")
    } catch {
      connection.close()
      throw error
    }
  }

  var currentOptions: EngineOptions {
    get throws(RedisEngineError) {
      var options = try settings.currentOptions
      options.reachTimeout = reachTimeout
      return options
    }
  }

  private func reach() async throws -> EngineConnection {
    var options = try currentOptions
    switch settings.location {
    case .engine: break
    case .sentinels(let sentinels): options.address = try await primary(of: sentinels)
    }
    return try await EngineConnection.connect(options, on: group)
  }
}

extension EngineConnection {
  /// Throws unless the engine has the scope and would take a change of it now. Asks for a change
  /// that is invalid, which the engine notices behind all that would refuse a valid one.
  func checkChanges(_ keys: ScopeKeys, _ level: AnswerLevel) async throws {
    if case .synced = level {
      _ = try await ask(RESPCommand("WAITAOF", "0", "0", "1"), to: "WAITAOF (answer: synced)")
    }
    let command = RESPCommand(
      "FCALL", "btn_apply", "4", keys.meta, keys.log, keys.state, keys.life("probe"))
    let reply = try await send(command)
    if case .error(let text) = reply, text.starts(with: "ARGUMENTS".utf8) { return }
    throw address.refusal(reply, to: "a change")
  }
}
