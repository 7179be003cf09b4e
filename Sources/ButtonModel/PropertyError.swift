public enum PropertyError: Error, Hashable, Sendable {
  case wrongKind(Property)
  /// Not finite, or outside the property's range.
  case outOfRange(Property)
  /// Not one of the property's names, colours, effects or animations.
  case unknownName(Property)
}

extension PropertyError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .wrongKind(let property), .outOfRange(let property), .unknownName(let property):
      "\(property.row.name) takes \(property.expectation)"
    }
  }
}
