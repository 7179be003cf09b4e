import ButtonModel
package import FleetLink
import RESP

/// What a daemon's link asks of a scope.
extension EngineConnection {
  /// How far the scope's history goes, and whether a cursor is in it.
  package func join(
    _ keys: ScopeKeys, _ cursor: FleetCursor?, lives: [Life] = []
  ) async throws -> JoinReply {
    let reply = try await ask(keys.join(cursor, lives: lives), to: "join")
    guard let joined = JoinReply(reply, lives: lives) else {
      throw address.refusal(reply, to: "join")
    }
    return joined
  }

  func answer(_ reply: RESPValue) throws(RedisEngineError) -> EngineAnswer {
    // Anybody may have written into the outcomes of a life.
    guard let text = reply.bytes.flatMap({ String(validating: $0, as: UTF8.self) }),
      let answer = EngineAnswer(UTF8String(text))
    else {
      throw address.refusal(reply, to: "a change")
    }
    return answer
  }

  /// `next` is nil behind the last page.
  package func page(
    _ keys: ScopeKeys, from position: String, count: Int
  ) async throws -> (fields: [SnapshotField], next: String?) {
    let command = RESPCommand("HSCAN", keys.state, position, "COUNT", "\(count)")
    let reply = try await ask(command, to: "HSCAN")
    guard let words = reply.elements, words.count == 2, let next = words[0].string,
      let texts = words[1].elements, texts.count % 2 == 0
    else { throw address.refusal(reply, to: "HSCAN") }
    let fields = try stride(from: 0, to: texts.count, by: 2).map {
      guard let field = SnapshotField(texts[$0], texts[$0 + 1]) else {
        throw address.altered("a key of the state is not REVISION and JSON")
      }
      return field
    }
    return (fields, next == "0" ? nil : next)
  }
}
