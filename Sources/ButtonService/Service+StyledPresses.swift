import ButtonEngine
import ButtonModel
import ButtonProtocol
import JSONRPC

/// Where a style decides what a press comes to, whatever its connection asks for next waits for that, as
/// requests of one connection take effect in their order. Other connections do not wait.
///
/// Only what happens to the same press is taken meanwhile, as the style is told of it in order.
extension Service {
  /// Whether a message has to wait for what a style makes of the session's press; then the rest of its
  /// input waits with it.
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

  /// Has the connections go on whose presses have been decided in this turn.
  package func resumePresses() {
    if waitingForStyle.isEmpty { return }
    let waiting = waitingForStyle
    waitingForStyle.removeAll(keepingCapacity: true)
    for connection in waiting {
      // Another connection may have got the number meanwhile.
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
