/// A request's id, borrowed from its line: valid as long as the line and its parsed document.
@usableFromInline
package enum RequestIDView {
  /// A notification, which gets no response.
  case absent
  /// A valid id.
  case null
  /// An integer in its shortest form.
  case int(Int64)
  /// A string without escapes; excludes its quotes.
  case text(JSONString)
  /// Any other string or number, exactly as it is written.
  case raw(UnsafeRawBufferPointer)

  /// A copy for a later response; an absent id becomes `null`.
  package var retained: RequestID {
    switch self {
    case .absent, .null: .unknown
    case .int(let value): RequestID(value)
    case .text, .raw: RequestID(view: self)
    }
  }

  /// Nil unless it is written as a plain integer.
  package var int: Int64? {
    if case .int(let value) = self { value } else { nil }
  }
}
