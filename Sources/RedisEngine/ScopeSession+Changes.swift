import ButtonModel
import FleetLink
import NIOCore
import RESP

/// The connection for changes: opened for the first change, closed some time after the last.
enum ChangeLane {
  case closed
  case opening
  case open(EngineConnection, AsyncStream<LaneReply>.Continuation)
}

/// What is asked on that connection.
enum LaneOrder {
  case request(UInt32, FleetRequest)
  case verify(session: UInt32, number: Int, FleetCursor?, [Life])
}

/// A due reply, in the order of what was asked.
enum LaneReply: Sendable {
  case request(UInt32, RequestNumber, EventLoopFuture<RESPValue>)
  case verify(session: UInt32, number: Int, [Life], EventLoopFuture<RESPValue>)
  /// How many replicas have all that was asked before.
  case level(EventLoopFuture<RESPValue>)
}

extension ScopeSession {
  /// Has a request done behind those before it.
  func submit(_ order: LaneOrder) {
    guard let attachment else { return }
    self.attachment?.lastUse = .now()
    switch attachment.changes {
    case .open(let connection, let sent): write(order, on: connection, sent)
    case .opening: self.attachment?.queue.append(order)
    case .closed:
      self.attachment?.queue.append(order)
      self.attachment?.changes = .opening
      let generation = generation
      Task { await self.openLane(attachment.run, attachment.address, generation) }
    }
  }

  /// Asks whether the cursor still holds. Changes whose outcome the daemon has then must be older
  /// than the answer, so the question goes over the connection for changes if there is one, or if a
  /// client waits; else over the reader's, where it waits behind the log.
  func verify(
    _ session: UInt32, _ cursor: FleetCursor?, _ lives: [Life], isAwaited: Bool
  ) {
    guard let attachment else { return }
    joins += 1
    let number = joins
    self.attachment?.verification = Verification(
      session: session, number: number, count: (attachment.verification?.count ?? 0) + 1,
      cursor: cursor, lives: lives)
    if case .closed = attachment.changes, !isAwaited {
      guard let reader = attachment.reader?.connection else { return }
      let generation = generation
      let keys = keys
      let reply = reader.enqueue(keys.join(cursor, lives: lives))
      Task {
        do {
          try await self.verified(number, session, lives, try await reply.value(), reader.address)
        } catch {
          self.readerFailed(error, reader, generation)
        }
      }
    } else {
      let lastUse = attachment.lastUse
      submit(.verify(session: session, number: number, cursor, lives))
      // Only a question that a client waits for keeps the connection open.
      if !isAwaited { self.attachment?.lastUse = lastUse }
    }
  }

  func readerFailed(_ error: any Error, _ reader: EngineConnection, _ generation: Int) {
    guard attachment?.reader?.connection.isSame(as: reader) == true else { return }
    fail(error, generation)
  }

  private func verified(
    _ number: Int, _ session: UInt32, _ lives: [Life], _ reply: RESPValue, _ address: EngineAddress
  ) async throws {
    guard let verification = attachment?.verification, verification.number == number else { return }
    attachment?.verification = nil
    guard let joined = JoinReply(reply, lives: lives) else {
      throw address.refusal(reply, to: "join")
    }
    for _ in 0..<verification.count { await report(.joined(session: session, joined)) }
  }

  private func openLane(_ run: String, _ address: EngineAddress, _ generation: Int) async {
    do {
      let connection = try await connector.connect(to: run, at: address)
      guard generation == self.generation, attachment != nil else { return connection.close() }
      let (replies, sent) = AsyncStream.makeStream(of: LaneReply.self)
      attachment?.changes = .open(connection, sent)
      connection.whenClosed { _ in Task { await self.laneClosed(connection, generation) } }
      // An answer on the other connection would come too late.
      if let verification = attachment?.verification {
        joins += 1
        attachment?.verification?.number = joins
        write(
          .verify(
            session: verification.session, number: joins, verification.cursor, verification.lives),
          on: connection, sent)
      }
      let queue = attachment?.queue ?? []
      attachment?.queue = []
      for order in queue { write(order, on: connection, sent) }
      Task { await self.takeReplies(replies, connection, generation) }
      closeWhenIdle(connection, generation)
    } catch {
      fail(error, generation)
    }
  }

  private func laneClosed(_ connection: EngineConnection, _ generation: Int) {
    guard generation == self.generation, case .open(let current, let sent)? = attachment?.changes,
      current.isSame(as: connection)
    else { return }
    // Those that wait for replies have failed; if nobody waited, nothing is lost.
    attachment?.changes = .closed
    sent.finish()
  }

  /// Uses the loop's timer: a task's sleep ends on the runtime's pool, which others may keep busy.
  private func closeWhenIdle(_ connection: EngineConnection, _ generation: Int) {
    guard generation == self.generation, let attachment,
      case .open(let current, let sent) = attachment.changes, current.isSame(as: connection)
    else { return }
    let rest = attachment.lastUse + settings.idle - .now()
    if rest <= .zero, attachment.due == 0 {
      self.attachment?.changes = .closed
      sent.finish()
      return connection.close()
    }
    loop.scheduleTask(in: max(rest, .milliseconds(10))) {
      self.assumeIsolated { $0.closeWhenIdle(connection, generation) }
    }
  }

  private func write(
    _ order: LaneOrder, on connection: EngineConnection,
    _ sent: AsyncStream<LaneReply>.Continuation
  ) {
    attachment?.due += 1
    switch order {
    case .request(let session, var request):
      request.logLength = settings.logLength
      let reply = connection.enqueue(keys.perform(request))
      sent.yield(.request(session, request.number, reply))
      attachment?.uncovered += 1
      askLevel(on: connection, sent)
    case .verify(let session, let number, let cursor, let lives):
      let reply = connection.enqueue(keys.join(cursor, lives: lives))
      sent.yield(.verify(session: session, number: number, lives, reply))
    }
  }

  /// Asks how far all earlier requests are, unless such a question is open: the engine answers
  /// nothing behind that until it is answered.
  private func askLevel(
    on connection: EngineConnection, _ sent: AsyncStream<LaneReply>.Continuation
  ) {
    guard let attachment, attachment.uncovered > 0, !attachment.asksLevel else { return }
    let milliseconds = "\(settings.options.silence.nanoseconds / 1_400_000)"
    let command: RESPCommand
    switch settings.level {
    case .applied: return
    case .replicated(let count): command = RESPCommand("WAIT", "\(count)", milliseconds)
    case .synced(let count): command = RESPCommand("WAITAOF", "1", "\(count)", milliseconds)
    }
    self.attachment?.uncovered = 0
    self.attachment?.asksLevel = true
    self.attachment?.due += 1
    sent.yield(.level(connection.enqueue(command)))
  }

  private func takeReplies(
    _ replies: AsyncStream<LaneReply>, _ connection: EngineConnection, _ generation: Int
  ) async {
    var unconfirmed: [(UInt32, RequestNumber, EngineAnswer)] = []
    let isConfirmed = settings.level == .applied
    do {
      for await reply in replies {
        switch reply {
        case .request(let session, let number, let future):
          let answer = try connection.answer(try await future.value())
          if isConfirmed {
            await report(.outcome(session: session, number, answer))
          } else {
            unconfirmed.append((session, number, answer))
          }
        case .verify(let session, let number, let lives, let future):
          try await verified(number, session, lives, try await future.value(), connection.address)
        case .level(let future):
          try confirm(try await future.value(), connection.address)
          attachment?.asksLevel = false
          for (session, number, answer) in unconfirmed {
            await report(.outcome(session: session, number, answer))
          }
          unconfirmed = []
          if generation == self.generation, case .open(let current, let sent)? = attachment?.changes
          {
            askLevel(on: current, sent)
          }
        }
        guard generation == self.generation else { return }
        attachment?.due -= 1
        attachment?.hasWorked = true
      }
    } catch {
      fail(error, generation)
    }
  }

  /// Throws unless enough replicas have what was asked before, and the disk if it must.
  private func confirm(_ reply: RESPValue, _ address: EngineAddress) throws(RedisEngineError) {
    switch (settings.level, reply) {
    case (.replicated(let wanted), .integer(let count)):
      if count < wanted { throw address.tooFewReplicas(Int(count), of: wanted) }
    case (.synced(let wanted), .array(let counts)) where counts.count == 2:
      guard counts[0] == .integer(1), case .integer(let count) = counts[1] else {
        throw RedisEngineError(
          .notDurable, at: address.description, "its disk takes too long to write changes",
          advice: "set `appendfsync` to everysec or always, see the engine's log, or lower `answer`"
        )
      }
      if count < wanted { throw address.tooFewReplicas(Int(count), of: wanted) }
    case (.synced, _): throw address.refusal(reply, to: "WAITAOF (answer: synced)")
    default: throw address.refusal(reply, to: "WAIT (answer: replicated)")
    }
  }
}
