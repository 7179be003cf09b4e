/// A request or notification: borrowed from its line and parser, valid until the next parse.
@usableFromInline
package struct Envelope {
  /// The method to call.
  package let method: JSONString

  /// The id to answer with.
  @usableFromInline package let id: RequestIDView

  /// The parameters, an object; nil if there are none.
  package let params: JSONElement?

  /// Whether the parameters are an array, which no method takes.
  package let hasPositionalParams: Bool

  /// Whether the message is a notification, which gets no response.
  @inlinable
  package var isNotification: Bool {
    if case .absent = id { true } else { false }
  }
}
