/// What a connection may do; each role may do what the ones before it may.
package enum Role: String, Hashable, Sendable, WireName, Comparable {
  case read, press, write, admin

  package static var schema: Schema {
    .named("Role", "Each may do what the ones before it may.", .choice(allCases.map(\.rawValue)))
  }

  package static func < (a: Role, b: Role) -> Bool { a.rank < b.rank }

  private var rank: Int {
    switch self {
    case .read: 0
    case .press: 1
    case .write: 2
    case .admin: 3
    }
  }
}
