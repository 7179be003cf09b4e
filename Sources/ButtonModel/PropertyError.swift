/// Why a value is invalid for a property.
public enum PropertyError: Error, Hashable, Sendable {
  /// The property takes values of another kind.
  case wrongKind(Property)
  /// The number is not finite or outside the property's range.
  case outOfRange(Property)
  /// The text is not one of the property's names, not a colour or not an effect.
  case unknownName(Property)
}

extension PropertyError: CustomStringConvertible {
  /// What the property accepts, for the person who set it.
  public var description: String {
    switch self {
    case .wrongKind(let property), .outOfRange(let property), .unknownName(let property):
      "\(property.row.name) takes \(property.expectation)"
    }
  }
}
