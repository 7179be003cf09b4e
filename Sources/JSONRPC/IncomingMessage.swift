/// What an element of a line turned out to be.
package enum IncomingMessage {
  /// A request or notification, to be dispatched.
  case call(Envelope)
  /// Neither: answer `invalidRequest` to this id with this explanation.
  case invalid(RequestIDView, StaticString)
}
