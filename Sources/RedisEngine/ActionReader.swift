package import ButtonModel
package import FleetLink
package import NIOCore
import RESP

/// What a daemon wants of a scope's actions.
package struct ActionOrder: Hashable, Sendable {
  /// Consumers that share actions: each goes to one.
  package struct Group: Hashable, Sendable {
    package let name: UTF8String
    /// This daemon's name in the group.
    package let consumer: UTF8String
    /// After this time, what others have not done is taken from them.
    package let claimAfter: TimeAmount

    package init(_ name: UTF8String, consumer: UTF8String, claimAfter: TimeAmount) {
      self.name = name
      self.consumer = consumer
      self.claimAfter = claimAfter
    }
  }

  /// Nil for all actions.
  package let group: Group?
  /// The last known action, if there is no group; nil for none.
  package let after: UInt64?
  /// The most at once; 0 ends the order before.
  package let count: Int

  package init(_ group: Group?, after: UInt64? = nil, count: Int) {
    self.group = group
    self.after = after
    self.count = count
  }
}

/// An action as the engine has it.
package struct ActionEntry: Hashable, Sendable {
  package let number: UInt64
  /// The request that performed it.
  package let request: RequestNumber
  package let text: UTF8String
  package let isRedelivered: Bool
}

/// Reads a scope's actions on a separate connection, on which the engine holds replies back.
struct ActionReader {
  let keys: ScopeKeys
  let order: ActionOrder
  let block: TimeAmount
  private var hasGroup = false

  init(_ keys: ScopeKeys, _ order: ActionOrder, block: TimeAmount) {
    self.keys = keys
    self.order = order
    self.block = block
  }

  /// The next actions and the number of the last; nil when nothing came for a while.
  mutating func next(
    on connection: EngineConnection
  ) async throws -> (actions: [ActionEntry], last: UInt64)? {
    if let group = order.group { return try await next(of: group, on: connection) }
    let head = try await head(on: connection)
    // An engine that has lost history counts on from an earlier number.
    guard let after = order.after, after <= head else { return ([], head) }
    let reply = try await connection.ask(
      RESPCommand(
        "XREAD", "COUNT", "\(order.count)", "BLOCK", milliseconds(block), "STREAMS", keys.actions,
        "\(after)-0"), to: "XREAD")
    return try found(reply, isRedelivered: false, connection)
  }

  private func head(on connection: EngineConnection) async throws -> UInt64 {
    let reply = try await connection.ask(RESPCommand("HGET", keys.meta, "act"), to: "HGET")
    guard let head = reply.string.flatMap({ daemonNumber($0) }) else { throw malformed(connection) }
    return head
  }

  private mutating func next(
    of group: ActionOrder.Group, on connection: EngineConnection
  ) async throws -> (actions: [ActionEntry], last: UInt64)? {
    if !hasGroup {
      try await makeGroup(group, on: connection)
      hasGroup = true
    }
    if let claimed = try await claim(group, on: connection) { return claimed }
    let wait = min(block, .nanoseconds(group.claimAfter.nanoseconds / 2))
    var command = RESPCommand("XREADGROUP", "GROUP")
    command.append(group.name.bytes)
    command.append(group.consumer.bytes)
    for word in [
      "COUNT", "\(order.count)", "BLOCK", milliseconds(wait), "STREAMS", keys.actions, ">",
    ] {
      command.append(word)
    }
    guard let reply = try await askGroup(command, "XREADGROUP", on: connection) else { return nil }
    return try found(reply, isRedelivered: false, connection)
  }

  /// What others have not done in time.
  private mutating func claim(
    _ group: ActionOrder.Group, on connection: EngineConnection
  ) async throws -> (actions: [ActionEntry], last: UInt64)? {
    var position = "0-0"
    repeat {
      var command = RESPCommand("XAUTOCLAIM", keys.actions)
      command.append(group.name.bytes)
      command.append(group.consumer.bytes)
      for word in [milliseconds(group.claimAfter), position, "COUNT", "\(order.count)"] {
        command.append(word)
      }
      guard let reply = try await askGroup(command, "XAUTOCLAIM", on: connection) else {
        return nil
      }
      guard let words = reply.elements, words.count >= 2, let next = words[0].string,
        let elements = words[1].elements
      else { throw malformed(connection) }
      let actions = elements.compactMap { ActionEntry($0, isRedelivered: true) }
      if let last = actions.last { return (actions, last.number) }
      position = next
    } while position != "0-0"
    return nil
  }

  /// The group also gets earlier actions that are still there.
  private func makeGroup(
    _ group: ActionOrder.Group, on connection: EngineConnection
  ) async throws {
    var command = RESPCommand("XGROUP", "CREATE", keys.actions)
    command.append(group.name.bytes)
    for word in ["0", "MKSTREAM"] { command.append(word) }
    let reply = try await connection.send(command)
    if case .error(let text) = reply, !text.starts(with: "BUSYGROUP".utf8) {
      throw connection.address.refusal(reply, to: "XGROUP")
    }
  }

  /// Nil when an administrator has removed the group meanwhile.
  private mutating func askGroup(
    _ command: RESPCommand, _ name: String, on connection: EngineConnection
  ) async throws -> RESPValue? {
    let reply = try await connection.send(command)
    guard case .error(let text) = reply else { return reply }
    guard text.starts(with: "NOGROUP".utf8) else {
      throw connection.address.refusal(reply, to: name)
    }
    hasGroup = false
    return nil
  }

  private func found(
    _ reply: RESPValue, isRedelivered: Bool, _ connection: EngineConnection
  ) throws -> (actions: [ActionEntry], last: UInt64)? {
    if reply == .null { return nil }
    guard let elements = reply.elements?.first?.elements?.last?.elements else {
      throw malformed(connection)
    }
    let actions = try elements.map { element in
      guard let action = ActionEntry(element, isRedelivered: isRedelivered) else {
        throw malformed(connection)
      }
      return action
    }
    return actions.last.map { (actions, $0.number) }
  }

  private func milliseconds(_ time: TimeAmount) -> String {
    "\(max(1, time.nanoseconds / 1_000_000))"
  }

  private func malformed(_ connection: EngineConnection) -> RedisEngineError {
    RedisEngineError(
      .malformedReply, at: connection.address.description,
      "what the scope \(keys.scope) has among its actions is not an action",
      advice: "somebody wrote past the functions: restore the scope, or make another one")
  }
}

extension ActionEntry {
  /// As XREADGROUP and XAUTOCLAIM give it; nil for anything else.
  fileprivate init?(_ reply: RESPValue, isRedelivered: Bool) {
    guard let words = reply.elements, words.count == 2, let id = words[0].string,
      id.hasSuffix("-0"), let number = daemonNumber(id.dropLast(2)),
      let fields = words[1].elements, fields.count == 4,
      fields[0].string == "r", fields[2].string == "v",
      let request = fields[1].bytes.flatMap({ RequestNumber(UTF8String(bytes: $0)) }),
      let text = fields[3].bytes
    else { return nil }
    self.init(
      number: number, request: request, text: UTF8String(bytes: text), isRedelivered: isRedelivered)
  }
}
