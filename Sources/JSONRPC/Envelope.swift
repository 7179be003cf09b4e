/// A request or notification, borrowed from its line and parser: valid until the next parse.
@usableFromInline
package struct Envelope {
  package let method: JSONString

  /// The id to answer with.
  @usableFromInline package let id: RequestIDView

  /// An object; nil if there are none.
  package let params: JSONElement?

  /// The parameters are an array, which no method takes.
  package let hasPositionalParams: Bool

  /// It gets no response.
  @inlinable
  package var isNotification: Bool {
    if case .absent = id { true } else { false }
  }
}
