import ButtonEngine
import ButtonProtocol
import JSONRPC

/// How one method is answered.
protocol Handler: SendableMetatype {
  associatedtype Message: Request
  /// Does what is asked and writes the result object, or says that the answer comes later.
  static func handle(
    _ call: Call, into writer: inout JSONWriter
  ) throws(ProtocolError) -> Outcome
}

/// What a handler made of a request.
enum Outcome {
  /// The result is written.
  case answered
  /// The engine answers this ticket when it is time; nothing is written. So many bytes are kept until
  /// then, when it adds so much to the subscriptions.
  case deferred(Ticket, keeping: Int = 0, subscriptions: Int = 0)
}

/// One request on its way to a handler.
struct Call {
  let service: Service
  let session: Session
  /// Members, borrowed from the parser; nil when there are none.
  let params: JSONElement?
  let now: UInt64
  /// Nobody waits for an answer.
  let isNotification: Bool

  var engine: Engine { service.engine }

  /// A name for the answer that comes later.
  func ticket() -> Ticket {
    service.serial += 1
    return Ticket(connection: session.connection, serial: service.serial)
  }

  /// Answers with what was written since `start`: at once; with a wait, when what the request is about
  /// is published; with strict durability a change not before it is in the journal.
  func finish(
    _ wait: Wait?, of concern: @autoclosure () -> WaitScope, from start: Int,
    of writer: borrowing JSONWriter, isChange: Bool = true
  ) throws(ProtocolError) -> Outcome {
    if isNotification { return .answered }
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
    if wait == nil {
      engine.awaitDurable(ticket, result: result)
    } else {
      engine.awaitPublished(
        ticket, of: concern(), result: result, isChange: isChange, now: now)
    }
    return .deferred(ticket, keeping: result.count)
  }

  /// Has `work` find the answer, now or later.
  func answerLater<Response: Message>(
    by work: (@escaping (Result<Response, ProtocolError>) -> Void) -> Void
  ) -> Outcome {
    let ticket = ticket()
    work { [weak service] result in
      service?.answerLater(
        ticket,
        result.map { response in
          var writer = JSONWriter()
          response.write(into: &writer)
          return [UInt8](writer.bytes)
        })
    }
    return .deferred(ticket)
  }

  /// Refuses to keep so many bytes more for the connection where that would exceed a limit.
  func checkRoom(for bytes: Int) throws(ProtocolError) {
    do {
      try engine.checkRoom(for: bytes, of: session.connection)
    } catch {
      throw ProtocolError(error, in: .later)
    }
  }

  /// Refuses one subscription more than a connection may have; `added` is what it counts.
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
