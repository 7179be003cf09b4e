import NIOCore
import RESP

/// Sentinels say which engine is the primary, and which one has taken over.
extension ScopeConnector {
  /// The pauses between questions to a Sentinel about an engine out of reach, in milliseconds.
  private static let pauses: ClosedRange<UInt64> = 200...500

  /// Believes the first Sentinel that names an engine.
  func primary(of sentinels: SentinelAddress) async throws -> EngineAddress {
    var failure: (any Error)?
    for node in order(of: sentinels) {
      do {
        return try await primary(of: sentinels, from: node)
      } catch {
        try Task.checkCancellation()
        failure = error
      }
    }
    throw failure ?? CancellationError()
  }

  /// Waits until a Sentinel names an engine at another place; false if none does in time. All
  /// questions go over one connection, so that a name is looked up once.
  func hasMoved(from place: String, within milliseconds: UInt64) async -> Bool {
    guard case .sentinels(let sentinels) = settings.location else { return false }
    let end = NIODeadline.now() + .milliseconds(Int64(milliseconds))
    if let connection = await firstConnection(to: sentinels) {
      defer { connection.close() }
      let command = sentinels.question
      let hasMoved = await withTaskCancellationHandler {
        while !Task.isCancelled, let reply = try? await connection.send(command) {
          if let address = sentinels.engine(reply), address.description != place { return true }
          if end <= .now() { return false }
          await sleep(.random(in: Self.pauses), until: end)
        }
        return false
      } onCancel: {
        connection.close()
      }
      if hasMoved { return true }
    }
    await sleep(milliseconds, until: end)
    return false
  }

  private func sleep(_ milliseconds: UInt64, until end: NIODeadline) async {
    await group.next().sleep(min(.milliseconds(Int64(milliseconds)), max(.zero, end - .now())))
  }

  private func firstConnection(to sentinels: SentinelAddress) async -> EngineConnection? {
    for node in order(of: sentinels) where !Task.isCancelled {
      if let connection = try? await connect(toSentinel: node) { return connection }
    }
    return nil
  }

  private func primary(
    of sentinels: SentinelAddress, from node: EngineAddress
  ) async throws -> EngineAddress {
    let connection = try await connect(toSentinel: node)
    defer { connection.close() }
    let reply = try await connection.ask(sentinels.question, to: "SENTINEL")
    if reply == .null {
      throw RedisEngineError(
        .unreachable, at: node.description, "this Sentinel watches no engine \(sentinels.name)",
        advice: "compare the name with `sentinel monitor` in its configuration")
    }
    guard let address = sentinels.engine(reply) else { throw node.refusal(reply, to: "SENTINEL") }
    return address
  }

  /// A Sentinel has its own users, and mostly none: the first attempt is without the password.
  private func connect(toSentinel node: EngineAddress) async throws -> EngineConnection {
    var options = try currentOptions
    let secret = options.secret
    options.address = node
    do {
      options.secret = nil
      return try await EngineConnection.connect(options, on: group)
    } catch let error as RedisEngineError where error.code == .authentication {
      options.secret = secret
      return try await EngineConnection.connect(options, on: group)
    }
  }
}

extension SentinelAddress {
  fileprivate var question: RESPCommand {
    RESPCommand("SENTINEL", "GET-MASTER-ADDR-BY-NAME", name)
  }

  fileprivate func engine(_ reply: RESPValue) -> EngineAddress? {
    guard let words = reply.elements, words.count == 2, let host = words[0].string,
      let port = words[1].string.flatMap({ UInt16($0) })
    else { return nil }
    return engine(host: host, port: Int(port))
  }
}
