/// A request's id as it lies in a line: valid as long as the line and its parsed document.
@usableFromInline
package enum RequestIDView {
  /// No id: a notification, which gets no response.
  case absent
  /// `null`, which is an id like any other.
  case null
  /// An integer whose digits say exactly how it was written.
  case int(Int64)
  /// A string without escapes, its quotes left out.
  case text(JSONString)
  /// Any other string or number, exactly as written.
  case raw(UnsafeRawBufferPointer)

  /// A copy for responses that come later; an absent id becomes `null`.
  package var retained: RequestID {
    switch self {
    case .absent, .null: .unknown
    case .int(let value): RequestID(value)
    case .text, .raw: RequestID(view: self)
    }
  }

  /// The id as integer, if it is written as a plain one.
  package var int: Int64? {
    if case .int(let value) = self { value } else { nil }
  }
}
