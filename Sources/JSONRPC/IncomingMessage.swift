/// A message that arrived, or an element that is not a message.
package enum IncomingMessage {
  case call(Envelope)
  /// Answer `invalidRequest` with this id and explanation.
  case invalid(RequestIDView, StaticString)
}
