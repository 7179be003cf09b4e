package enum Role: String, Hashable, Sendable, WireName, Comparable {
  case read, press, write, admin
  /// Carries scopes of a fleet, and may do nothing else.
  case fleet

  package static var schema: Schema {
    .named(
      "Role", "Each but fleet may do what the ones before it may.",
      .choice(allCases.map(\.rawValue)))
  }

  /// Orders the first four by how much they may do; `fleet` may do none of it.
  package static func < (a: Role, b: Role) -> Bool { a.rank < b.rank }

  @inline(__always)
  package func permits(_ required: Role) -> Bool {
    required == .fleet ? self == .fleet : self >= required
  }

  private var rank: Int {
    switch self {
    case .fleet: -1
    case .read: 0
    case .press: 1
    case .write: 2
    case .admin: 3
    }
  }
}
