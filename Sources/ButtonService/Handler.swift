import ButtonEngine
import ButtonModel
import ButtonProtocol
import JSONRPC

/// Handles one method.
protocol Handler: SendableMetatype {
  associatedtype Message: Request
  /// Handles a call: writes the result object, or returns that the answer comes later.
  static func handle(
    _ call: Call, into writer: inout JSONWriter
  ) throws(ProtocolError) -> Outcome
}

enum Outcome {
  case answered
  /// Nothing was written: the engine answers this ticket later. Until then `keeping` bytes are
  /// counted for the connection; the answer adds `subscriptions` to its subscriptions.
  case deferred(Ticket, keeping: Int = 0, subscriptions: Int = 0)
}

/// One request on its way to a handler.
struct Call {
  let service: Service
  let session: Session
  /// The params, borrowed from the parser; nil if there are none.
  let params: JSONElement?
  let now: UInt64
  /// The call is a notification, which gets no answer.
  let isNotification: Bool

  var engine: Engine { service.engine }

  func ticket() -> Ticket {
    service.serial += 1
    return Ticket(connection: session.connection, serial: service.serial)
  }

  func claim(_ lease: UTF8String, silentAfterMs: Int?) -> LeaseClaim {
    LeaseClaim(
      lease, of: .connection(session.connection),
      silentAfter: silentAfterMs.map { UInt64($0) * 1_000_000 }, now: now)
  }

  /// Answers with what was written since `start`: at once or, with a wait, when the request's scope
  /// is published. With strict durability, a change is answered only when it is in the journal.
  func finish(
    _ wait: Wait?, of concern: @autoclosure () -> WaitScope, from start: Int,
    of writer: borrowing JSONWriter, isChange: Bool = true
  ) throws(ProtocolError) -> Outcome {
    if isNotification { return .answered }
    // The fleet has the change, or had nothing to do with it.
    let wait = wait == .fleet ? nil : wait
    guard wait != nil || isChange && engine.holdsAnswers else { return .answered }
    do {
      try checkRoom(for: writer.count - start)
    } catch {
      var error = error
      error.applied = isChange ? true : nil
      throw error
    }
    let ticket = ticket()
    let result = [UInt8](UnsafeRawBufferPointer(rebasing: writer.bytes[start...]))
    engine.answer(
      ticket, result, once: wait == nil ? .kept : .published(concern(), since: now),
      isChange: isChange)
    return .deferred(ticket, keeping: result.count)
  }

  /// Answers with what `work` passes to its callback, now or later. With strict durability, a
  /// change is answered only when it is in the journal.
  func answerLater<Response: Message>(
    into writer: inout JSONWriter, isChange: Bool = false,
    by work: (@escaping (Result<Response, ProtocolError>) -> Void) -> Void
  ) throws(ProtocolError) -> Outcome {
    let ticket = ticket()
    let early = EarlyAnswer()
    defer { early.isPossible = false }
    work { [weak service] result in
      let result = result.map { response in
        var writer = JSONWriter()
        response.write(into: &writer)
        return [UInt8](writer.bytes)
      }
      if isChange, case .success(let answer) = result {
        service?.engine.answer(ticket, answer, once: .kept)
      } else if early.isPossible {
        early.result = result
      } else {
        service?.answerLater(ticket, result)
      }
    }
    guard let result = early.result else { return .deferred(ticket) }
    let answer = try result.get()
    answer.withUnsafeBytes { writer.value(raw: $0) }
    return .answered
  }

  /// Throws if `bytes` more for the connection would exceed a limit.
  func checkRoom(for bytes: Int) throws(ProtocolError) {
    do {
      try engine.checkRoom(for: bytes, of: session.connection)
    } catch {
      throw ProtocolError(error, in: .later)
    }
  }

  /// `added` is the weight of the new subscription.
  func checkSubscriptionLimit(adding added: Int = 1) throws(ProtocolError) {
    let limit = service.limits.subscriptions
    let count =
      engine.subscriptionCount(session.connection) + session.pendingSubscriptions
      + service.subscriptions.count(of: session.connection)
    guard count + added > limit else { return }
    throw .limitExceeded(
      "subscriptions", value: limit,
      "a connection has at most \(limit) subscriptions, each counted once for each glob in it: end some, "
        + "or use a wider match")
  }
}

/// The result of a request that is still being handled: nobody knows its ticket yet.
private final class EarlyAnswer {
  var isPossible = true
  var result: Result<[UInt8], ProtocolError>?
}
