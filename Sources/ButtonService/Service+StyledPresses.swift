import ButtonEngine
import ButtonModel
import ButtonProtocol
import JSONRPC

/// While a style decides about a press, the next requests of its connection wait, as requests of
/// one connection take effect in order. Events of the same press do not wait: the style receives
/// them in order.
extension Service {
  /// Whether the message, and with it the rest of the input, waits for a style.
  func waitsForStyle(_ message: IncomingMessage, _ session: Session) -> Bool {
    guard let id = session.styledPress, case .call = message else { return false }
    guard engine.isAwaitingStyle(of: id, session.connection) else {
      session.styledPress = nil
      return false
    }
    if Service.continuesPress(message, of: id) { return false }
    if !session.holds.contains(.press) {
      waitingForStyle.append(session.connection)
      hold(session, for: .press)
    }
    return true
  }

  /// Resumes the connections whose presses were decided in this turn.
  package func resumePresses() {
    if waitingForStyle.isEmpty { return }
    let waiting = waitingForStyle
    waitingForStyle.removeAll(keepingCapacity: true)
    for connection in waiting {
      // The id may have been reused meanwhile.
      guard let session = session(connection), session.holds.contains(.press) else { continue }
      if let id = session.styledPress, engine.isAwaitingStyle(of: id, connection) {
        waitingForStyle.append(connection)
      } else {
        release(session, from: .press)
      }
    }
  }

  private static func continuesPress(_ message: IncomingMessage, of id: UTF8String) -> Bool {
    guard case .call(let envelope) = message else { return false }
    let method = envelope.method
    guard
      method == PressMovedRequest.method.name || method == PressEndedRequest.method.name
        || method == PressCancelledRequest.method.name,
      let text = envelope.params?.member(.id)?.string
    else { return false }
    return UTF8String(text) == id
  }
}
