package import RESP

/// What an engine says of itself, as far as a fleet depends on it.
package struct EngineFacts: Sendable {
  /// As in `Redis 7.0.15`.
  package let product: String
  private let fields: [Substring: Substring]

  /// Reads the reply to INFO.
  package init(_ info: RESPValue) {
    let text = info.string ?? ""
    var fields: [Substring: Substring] = [:]
    for line in text.split(whereSeparator: \.isNewline) {
      guard let colon = line.firstIndex(of: ":") else { continue }
      fields[line[..<colon]] = line[line.index(after: colon)...]
    }
    self.fields = fields
    product =
      if let version = fields["valkey_version"] {
        "Valkey \(version)"
      } else {
        "Redis \(fields["redis_version"] ?? "of unknown version")"
      }
  }

  /// Nil if a fleet can rely on this engine.
  package func objection(at address: EngineAddress) -> RedisEngineError? {
    func error(_ code: RedisEngineError.Code, _ message: String, _ advice: String)
      -> RedisEngineError
    {
      RedisEngineError(code, at: address.description, message, advice: advice)
    }
    let major = fields["redis_version"]?.split(separator: ".").first.flatMap { Int($0) }
    guard let major, major >= 7 else {
      return error(.unfit, "it is \(product), without functions", "use Redis from 7.0, or Valkey")
    }
    // The first name is Redis's, the second Valkey's.
    if (fields["redis_mode"] ?? fields["server_mode"]) == "sentinel" {
      return error(.unfit, "it is a Sentinel", "name the engine that it watches")
    }
    if fields["role"] != "master" {
      let primary = "\(fields["master_host"] ?? "?"):\(fields["master_port"] ?? "?")"
      return error(
        .notPrimary, "it is a replica, which takes no changes", "name the primary, \(primary)")
    }
    if fields["loading"] == "1" {
      return error(.loading, "it is still loading its data", "try again when it is done")
    }
    if fields["aof_enabled"] != "1" {
      return error(
        .notDurable, "it keeps no append-only file, and would lose minutes of changes in a crash",
        "set `appendonly yes` in its configuration, or: CONFIG SET appendonly yes")
    }
    let policy = fields["maxmemory_policy"] ?? "?"
    if policy != "noeviction" {
      return error(
        .notDurable, "with maxmemory-policy \(policy) it drops keys when its memory is full",
        "set `maxmemory-policy noeviction` in its configuration, or by CONFIG SET")
    }
    return nil
  }

  /// Identifies a run of the engine.
  var run: String { String(fields["run_id"] ?? "") }

  /// Nil if a scope with these settings can rely on this engine.
  func objection(at address: EngineAddress, _ settings: SessionSettings) -> RedisEngineError? {
    if let objection = objection(at: address) { return objection }
    let wanted =
      switch settings.level {
      case .applied: 0
      case .replicated(let count), .synced(let count): count
      }
    let replicas = fields["connected_slaves"].flatMap { Int($0) } ?? 0
    guard replicas < wanted, !settings.isReadOnly else { return nil }
    return address.tooFewReplicas(replicas, of: wanted)
  }
}

extension EngineAddress {
  func tooFewReplicas(_ count: Int, of wanted: Int) -> RedisEngineError {
    RedisEngineError(
      .notPrimary, at: description,
      "\(count) of the \(wanted) replicas that must have a change have it",
      advice: "bring its replicas back, or lower `answer`")
  }
}
