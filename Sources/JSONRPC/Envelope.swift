/// A request or notification: borrowed from its line and parser, valid until the next parse.
@usableFromInline
package struct Envelope {
  /// What to call.
  package let method: JSONString

  /// Whom to answer.
  @usableFromInline package let id: RequestIDView

  /// The parameters, an object; nil if there are none.
  package let params: JSONElement?

  /// Whether the parameters are an array, which no method takes.
  package let hasPositionalParams: Bool

  /// Whether nobody waits for a response.
  @inlinable
  package var isNotification: Bool {
    if case .absent = id { true } else { false }
  }
}
