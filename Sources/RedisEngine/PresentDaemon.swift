import ButtonModel
import FleetLink
import NIOCore
import NIOPosix
import RESP

/// A daemon that shares a scope, as it last said.
package struct PresentDaemon: Hashable, Sendable {
  /// Anybody with rights to the scope can have written it.
  package let name: String
  package let version: String
  /// How far the daemon had the log.
  package let revision: UInt64
  /// Entries that it lacked.
  package let behind: UInt64
  /// How many seconds it has been there.
  package let seconds: UInt64
  /// Seconds since the daemon said so; nil for a user without the right to know.
  package let age: UInt64?
}

package struct Presence: Sendable {
  /// How far the scope's history goes.
  package let revision: UInt64
  /// Sorted by name.
  package var daemons: [PresentDaemon] = []
  /// There may be more daemons.
  package var isCut = false
}

extension EngineConnection {
  package static let mostPresent = 10_000

  package func presence(_ keys: ScopeKeys, lifetime: UInt64 = 45) async throws -> Presence {
    var presence = Presence(revision: try await join(keys, nil).head.revision)
    var position = "0"
    repeat {
      let command = RESPCommand("HSCAN", keys.presence, position, "COUNT", "500")
      let reply = try await ask(command, to: "HSCAN")
      guard let words = reply.elements, words.count == 2, let next = words[0].string,
        let fields = words[1].elements
      else { throw address.refusal(reply, to: "HSCAN") }
      position = next
      let asked = stride(from: 0, to: fields.count, by: 2).compactMap { fields[$0].string }
        .map { run in
          let own = keys.presence(of: run)
          return (
            enqueue(
              RESPCommand("HMGET", own, "name", "version", "revision", "behind", "seconds")),
            enqueue(RESPCommand("TTL", own))
          )
        }
      for (said, rest) in asked {
        let (said, rest) = (try await said.value(), try await rest.value())
        if let daemon = PresentDaemon(said, rest, lifetime) { presence.daemons.append(daemon) }
      }
      presence.isCut = presence.daemons.count >= Self.mostPresent
    } while position != "0" && !presence.isCut
    presence.daemons.sort { ($0.name, $1.seconds) < ($1.name, $0.seconds) }
    presence.daemons = Array(presence.daemons.prefix(Self.mostPresent))
    return presence
  }
}

extension PresentDaemon {
  /// Nil for a daemon that is gone.
  fileprivate init?(_ said: RESPValue, _ rest: RESPValue, _ lifetime: UInt64) {
    guard let words = said.elements, words.count == 5, let name = words[0].string else {
      return nil
    }
    func text(_ text: String) -> String { String(text.prefix(64)).printable }
    func number(_ index: Int) -> UInt64 { words[index].string.flatMap { UInt64($0) } ?? 0 }
    var age: UInt64?
    if case .integer(let rest) = rest, rest >= 0 { age = lifetime - min(lifetime, UInt64(rest)) }
    self.init(
      name: text(name), version: text(words[1].string ?? ""), revision: number(2),
      behind: number(3), seconds: number(4), age: age)
  }
}

extension ScopeSession {
  /// Reaches the engine as a configuration says.
  package static func presence(
    _ keys: ScopeKeys, _ settings: SessionSettings
  ) async throws -> Presence {
    var settings = settings
    // Asking changes nothing.
    settings.isReadOnly = true
    let connector = ScopeConnector(
      keys: keys, settings: settings, group: MultiThreadedEventLoopGroup.singleton)
    let (connection, _) = try await connector.connect()
    defer { connection.close() }
    return try await connection.presence(keys)
  }
}
