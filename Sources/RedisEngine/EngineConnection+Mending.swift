package import ButtonModel
package import FleetLink
import JSONRPC
import RESP

/// What an administrator of the engine does to a scope that is not as it should be.
extension EngineConnection {
  /// A field of a scope's state that no daemon can use.
  package struct UnusableField: Hashable, Sendable {
    fileprivate let key: UTF8String
    /// What it holds, as the functions name it.
    fileprivate let sum: UInt64

    package var name: String { key.string }
  }

  /// What a scope has that daemons do not take.
  package struct Damage: Sendable {
    /// Why they do not take it; nil if they do.
    package var message: String?
    package var fields: [UnusableField] = []
  }

  /// What is wrong with a scope.
  package func damage(of keys: ScopeKeys) async throws -> Damage {
    var damage = Damage()
    let parser = JSONParser()
    do {
      _ = try await join(keys, nil)
      _ = try await readState(keys) { fields in
        for field in fields where !field.isUsable(parser) {
          var sum = StateSum()
          sum.add(field.key, field.value, revision: field.revision)
          damage.fields.append(UnusableField(key: field.key, sum: sum.value))
        }
      }
    } catch let error as RedisEngineError where error.code == .altered {
      damage.message = error.message
    }
    if damage.message == nil, let field = damage.fields.first {
      damage.message = "its key \(field.name) has a value that no daemon takes"
    }
    return damage
  }

  /// Makes a scope whole as its state is now, without the fields; how far it is then, and how many fields
  /// went. All daemons take its state as a whole.
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

  /// Fills an empty scope with what the history had at a place.
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
    let restore = RESPCommand(
      "FCALL", "btn_restore", "5", keys.meta, keys.log, keys.state, keys.actions, keys.restored,
      place.id.description, "\(revision)", RandomName.make())
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

  /// Closes all connections but this one: daemons connect again, and join again then.
  package func closeOthers() async throws {
    _ = try await ask(
      RESPCommand("CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes"), to: "CLIENT KILL")
  }
}

extension SnapshotField {
  /// Whether daemons take its value.
  fileprivate func isUsable(_ parser: JSONParser) -> Bool {
    guard let value else { return true }
    return value.bytes.withUnsafeBytes { StateValue(fleetText: $0, with: parser) != nil }
  }
}
