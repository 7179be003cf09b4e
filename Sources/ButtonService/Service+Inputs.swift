import ButtonEngine
import ButtonProtocol
import JSONRPC

extension Service {
  /// Tells those who record of a request that was just handled.
  func noteInput(_ method: StaticString, _ call: Call, refusal: ProtocolError? = nil) {
    tell(inputRelay.line(for: method, call, engine.revision, refusal: refusal))
  }

  /// Tells those who record that a client gives no more inputs, where they have heard of it.
  func noteEnd(of session: Session) {
    if let line = inputRelay.lineForEnd(of: session, engine.revision) { tell(line) }
  }

  /// Sends the line to those who take bytes; for others it waits, within bounds.
  private func tell(_ line: SharedLine) {
    var receivers: [ConnectionID] = []
    for member in inputRelay.members {
      guard let session = session(member) else { continue }
      if !session.isBlocked, session.inputs.isClean, line.bytes.count <= limits.maxFrameBytes {
        receivers.append(member)
        continue
      }
      session.inputs.append(
        line, limit: Service.actionQueueLength, maximumBytes: limits.maxFrameBytes,
        held: &queued.lines)
      if !session.isBlocked { deliverInputs(session) }
    }
    if !receivers.isEmpty { engine.actions.append(.deliver(line, to: receivers)) }
  }

  /// Sends the inputs that wait for a connection, which takes bytes.
  func deliverInputs(_ session: Session) {
    while let line = session.inputs.next(&queued.lines) {
      engine.actions.append(.deliver(line, to: [session.connection]))
    }
  }
}
