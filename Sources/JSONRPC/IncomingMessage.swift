/// A message that arrived, or an element that is not a message.
package enum IncomingMessage {
  /// A request or notification.
  case call(Envelope)
  /// Not a request: answer `invalidRequest` with this id and this explanation.
  case invalid(RequestIDView, StaticString)
}
