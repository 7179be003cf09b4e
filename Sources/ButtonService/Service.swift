package import ButtonEngine
package import ButtonProtocol
package import JSONRPC

/// The protocol's methods over the engine: a line of requests in, their responses out.
///
/// It touches no socket and no clock, so that a conversation plays the same in memory and live.
package final class Service {
  package let engine: Engine
  package let limits: Limits
  /// The daemon's version, told by `hello`.
  package let version: String
  /// What this server can do beyond the methods themselves, told by `hello`.
  package let capabilities = ["styles", "plugins", "traits", "maxRate", "resume", "wait"]

  private var sessions: [UInt32: Session] = [:]
  private let parser = JSONParser()
  private var nextTicket: UInt64 = 0
  var changes = ChangeSet()

  /// Gauges that only the one who owns the sockets knows, told by `server.stats`.
  package var additionalFigures: () -> [ServerStatsResponse.Figure] = { [] }

  /// A service for an engine.
  package init(engine: Engine, limits: Limits = Limits(), version: String) {
    self.engine = engine
    self.limits = limits
    self.version = version
  }

  /// A client has connected.
  package func open(_ connection: ConnectionID, role: Role) {
    sessions[connection.rawValue] = Session(role: role)
  }

  /// A client is gone.
  package func close(_ connection: ConnectionID) {
    sessions[connection.rawValue] = nil
    engine.connectionClosed(connection)
  }

  /// Takes one line, without its end but with ``JSONParser/padding`` readable bytes behind it, and
  /// appends what can be answered at once, each answer ended by a newline.
  package func receive(
    _ line: UnsafeRawBufferPointer, from connection: ConnectionID, now: UInt64,
    into output: inout JSONWriter
  ) {
    guard let session = sessions[connection.rawValue] else { return }
    let root: JSONElement
    do {
      root = try parser.parse(line)
    } catch {
      output.failure(RequestIDView.null, error.protocolError.rpc)
      output.endLine()
      return
    }
    var reader = EnvelopeReader(root, line: line)
    if reader.isBatch {
      receiveBatch(&reader, session, connection, now, &output)
      return
    }
    while let message = reader.next() {
      let mark = output.count
      answer(message, session, connection, now, batch: nil, &output)
      if output.count > mark { output.endLine() }
    }
  }

  /// Writes the answer to a line that was too long; the connection ends after it.
  package func refuseTooLongLine(into output: inout JSONWriter) {
    let error = ProtocolError.limitExceeded(
      "maxLineBytes", value: limits.maxLineBytes,
      "a line may have \(limits.maxLineBytes) bytes; send less at a time")
    output.failure(RequestIDView.null, error.rpc)
    output.endLine()
  }

  /// Writes the answer that the engine has for a request that waited.
  package func answer(
    _ ticket: Ticket, _ result: Result<[UInt8], EngineError>, into output: inout JSONWriter
  ) {
    guard let waiting = sessions[ticket.connection.rawValue]?.waiting.removeValue(
      forKey: ticket.serial)
    else { return }
    if let batch = waiting.batch {
      write(waiting.id, result, into: &batch.text)
      batch.outstanding -= 1
      finish(batch, &output)
    } else if waiting.id != nil {
      write(waiting.id, result, into: &output)
      output.endLine()
    }
  }

  private func write(
    _ id: RequestID?, _ result: Result<[UInt8], EngineError>, into output: inout JSONWriter
  ) {
    guard let id else { return }
    switch result {
    case .success(let text):
      output.beginResult(id)
      text.withUnsafeBytes { output.value(raw: $0) }
      output.endObject()
    case .failure(let error):
      output.failure(id, error.protocolError(path: .params).rpc)
    }
  }

  private func receiveBatch(
    _ reader: inout EnvelopeReader, _ session: Session, _ connection: ConnectionID,
    _ now: UInt64, _ output: inout JSONWriter
  ) {
    let batch = BatchAnswer()
    while let message = reader.next() {
      answer(message, session, connection, now, batch: batch, &batch.text)
    }
    batch.isComplete = true
    finish(batch, &output)
  }

  /// Writes the answer to a batch once all of its members are known; one of notifications alone has
  /// none.
  private func finish(_ batch: BatchAnswer, _ output: inout JSONWriter) {
    guard batch.isComplete, batch.outstanding == 0, batch.text.count > 0 else { return }
    output.beginArray()
    output.raw(batch.text.bytes)
    output.endArray()
    output.endLine()
  }

  private func answer(
    _ message: IncomingMessage, _ session: Session, _ connection: ConnectionID, _ now: UInt64,
    batch: BatchAnswer?, _ output: inout JSONWriter
  ) {
    switch message {
    case .invalid(let id, let why):
      output.failure(id, ProtocolError(.invalidRequest, "\(why)").rpc)
    case .call(let envelope):
      call(envelope, session, connection, now, batch, &output)
    }
  }

  private func call(
    _ envelope: Envelope, _ session: Session, _ connection: ConnectionID, _ now: UInt64,
    _ batch: BatchAnswer?, _ output: inout JSONWriter
  ) {
    let mark = output.count
    let call = ServiceCall(
      session: session, connection: connection, params: envelope.params,
      ticket: Ticket(connection: connection, serial: nextTicket), now: now)
    nextTicket &+= 1
    do {
      output.beginResult(envelope.id)
      switch try run(envelope, call, &output) {
      case .answered:
        output.endObject()
        if envelope.isNotification { output.truncate(to: mark) }
      case .later:
        output.truncate(to: mark)
        let isInBatch = batch != nil && !envelope.isNotification
        if isInBatch { batch?.outstanding += 1 }
        session.waiting[call.ticket.serial] = Session.Waiting(
          id: envelope.isNotification ? nil : envelope.id.retained,
          batch: isInBatch ? batch : nil)
      }
    } catch {
      output.truncate(to: mark)
      if !envelope.isNotification { output.failure(envelope.id, error.rpc) }
    }
  }

  private func run(
    _ envelope: Envelope, _ call: ServiceCall, _ output: inout JSONWriter
  ) throws(ProtocolError) -> ServiceOutcome {
    for method in ServiceMethod.all where envelope.method == method.name {
      if envelope.hasPositionalParams {
        throw .invalidParams("params must be an object with names, not an array", path: "params")
      }
      guard call.session.role >= method.role else {
        throw ProtocolError(
          .forbidden,
          "\(method.name) needs the role \(method.role.rawValue); this connection has"
            + " \(call.session.role.rawValue)")
      }
      return try method.run(self, call, &output)
    }
    let name = envelope.method.string
    let nearest = NearestName.find(name, among: ServiceMethod.all.map { "\($0.name)" })
    throw ProtocolError(
      .methodNotFound,
      "there is no method \"\(name)\"" + (nearest.map { "; did you mean \"\($0)\"?" } ?? ""))
  }
}

extension Service {
  /// The line that a connection is refused with before it is closed.
  package func refusal(_ error: ProtocolError) -> SharedLine {
    var writer = JSONWriter()
    writer.failure(RequestIDView.null, error.rpc)
    return SharedLine(copying: writer.bytes)
  }
}
