/// Why a value is none for a property.
public enum PropertyError: Error, Hashable, Sendable {
  /// The property has values of another kind.
  case wrongKind(Property)
  /// The number is not finite or lies outside the property's range.
  case outOfRange(Property)
  /// The text is none of the property's names, no colour or no effect.
  case unknownName(Property)
}

extension PropertyError: CustomStringConvertible {
  /// What the property takes instead, for the one who set it.
  public var description: String {
    switch self {
    case .wrongKind(let property), .outOfRange(let property), .unknownName(let property):
      "\(property.row.name) takes \(property.expectation)"
    }
  }
}
