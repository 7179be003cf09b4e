package import ButtonModel
package import FleetLink
import RESP

/// What an administrator of the engine does to a scope that is not as it should be.
extension EngineConnection {
  /// A field of a scope's state that no daemon can use.
  package struct UnusableField: Hashable, Sendable {
    fileprivate let key: UTF8String
    /// Identifies the content to the functions.
    fileprivate let sum: UInt64

    package var name: String { key.string }
  }

  /// What a scope has that daemons do not take.
  package struct Damage: Sendable {
    /// Why daemons do not take the scope; nil if they do.
    package var message: String?
    package var fields: [UnusableField] = []
  }

  package func damage(of keys: ScopeKeys) async throws -> Damage {
    var damage = Damage()
    let reader = ScopeReader()
    do {
      _ = try await join(keys, nil)
      damage.message = try await objection(toLogOf: keys, reader)
      _ = try await readState(keys) { fields in
        for field in fields where reader.objection(to: field) != nil {
          var sum = StateSum()
          sum.add(field.key, field.value, revision: field.revision)
          damage.fields.append(UnusableField(key: field.key, sum: sum.value))
        }
      }
    } catch let error as RedisEngineError where error.code == .altered {
      damage.message = error.message
    }
    if damage.message == nil, let field = damage.fields.first {
      damage.message = "its key \(field.name) has a name or a value that no daemon takes"
    }
    return damage
  }

  /// Nil if daemons take all of the log.
  private func objection(
    toLogOf keys: ScopeKeys, _ reader: ScopeReader
  ) async throws -> String? {
    var last: LogEntry?
    while true {
      let start = last.map { "(\($0.revision)-0" } ?? "-"
      let command = RESPCommand("XRANGE", keys.log, start, "+", "COUNT", "64")
      let found = try await ask(command, to: "XRANGE").elements ?? []
      if found.isEmpty { return nil }
      for element in found {
        guard let entry = LogEntry(element) else {
          return "what its log has after revision \(last?.revision ?? 0) is not an entry"
        }
        let isNext = last.map { entry.revision == $0.revision + 1 } ?? false
        let chain = isNext ? last?.chain.adding(entry.request, entry.changes) : entry.chain
        if reader.objection(to: entry) != nil || chain != entry.chain {
          return "the entry of revision \(entry.revision) in its log breaks the rules"
        }
        last = entry
      }
    }
  }

  /// The keys of the lives of daemons.
  private func lives(of keys: ScopeKeys) async throws -> [[UInt8]] {
    var lives: [[UInt8]] = []
    var position = "0"
    repeat {
      let command = RESPCommand("SCAN", position, "MATCH", keys.life("*"), "COUNT", "1000")
      let reply = try await ask(command, to: "SCAN")
      guard let words = reply.elements, words.count == 2, let next = words[0].string,
        let names = words[1].elements
      else { throw address.refusal(reply, to: "SCAN") }
      lives += names.compactMap(\.bytes)
      position = next
    } while position != "0"
    return lives
  }

  /// Makes a scope whole as its state is now, without the fields; daemons then take its state as a
  /// whole. Returns how far the scope is, and how many fields went.
  package func repair(
    _ keys: ScopeKeys, without fields: [UnusableField]
  ) async throws -> (revision: UInt64, dropped: UInt64) {
    var command = RESPCommand(
      "FCALL", "btn_repair", "4", keys.meta, keys.log, keys.state, keys.actions, RandomName.make(),
      RandomName.make())
    for field in fields {
      command.append(field.key.bytes)
      command.append("\(field.sum)")
    }
    let reply = try await ask(command, to: "repair a scope")
    guard let words = reply.elements, words.count == 3,
      let revision = words[1].string.flatMap({ daemonNumber($0) }),
      let dropped = words[2].string.flatMap({ daemonNumber($0) })
    else { throw address.refusal(reply, to: "repair a scope") }
    return (revision, dropped)
  }

  /// Fills an empty scope with what the history had at `place`.
  package func restore(
    _ keys: ScopeKeys, _ values: [(key: UTF8String, value: UTF8String)],
    at place: FleetChangeSet.Place
  ) async throws {
    _ = try await ask(RESPCommand("DEL", keys.restored), to: "DEL")
    let revision = max(1, place.cursor.revision)
    var command = RESPCommand("HSET", keys.restored)
    var bytes = 0
    for (key, value) in values {
      command.append(key.bytes)
      command.append(Array("\(revision) ".utf8) + value.bytes)
      bytes += key.bytes.count + value.bytes.count
      guard bytes > 1 << 18 else { continue }
      _ = try await ask(command, to: "HSET")
      command = RESPCommand("HSET", keys.restored)
      bytes = 0
    }
    if bytes > 0 { _ = try await ask(command, to: "HSET") }
    // SCAN may bring a name twice.
    let lives = Set(try await lives(of: keys))
    var restore = RESPCommand(
      "FCALL", "btn_restore", "\(5 + lives.count)", keys.meta, keys.log, keys.state, keys.actions,
      keys.restored)
    for life in lives { restore.append(life) }
    for word in [place.id.description, "\(revision)", RandomName.make()] { restore.append(word) }
    let reply = try await send(restore)
    if case .error(let text) = reply {
      _ = try await ask(RESPCommand("DEL", keys.restored), to: "DEL")
      guard text.starts(with: "NOTEMPTY".utf8) else {
        throw address.refusal(reply, to: "restore a scope")
      }
      throw RedisEngineError(
        .refused, at: address.description,
        "the scope \(keys.scope) is not empty: \(String(decoding: text.dropFirst(9), as: UTF8.self))",
        advice: "restore fills an empty scope only; what is there can be mended by fleet repair")
    }
  }

  /// Daemons connect again, and then join again.
  package func closeOthers() async throws {
    _ = try await ask(
      RESPCommand("CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes"), to: "CLIENT KILL")
  }
}
