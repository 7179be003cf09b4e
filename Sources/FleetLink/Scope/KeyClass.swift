/// What a change of a shared key may do while the fleet is out of reach, and how it is answered. In
/// the order of strictness: a request with several keys has the strictest of their classes.
package enum KeyClass: String, Hashable, Sendable, CaseIterable, Comparable {
  /// Increments and appends are queued and add up; they show at once.
  case count
  /// Queued and shown at once; the last to arrive wins.
  case overwrite
  /// Queued and shown at once; dropped and reported if another daemon's change came first.
  case yield
  /// Answered and shown when the fleet has it; refused while it is out of reach.
  case refuse

  package static func < (a: KeyClass, b: KeyClass) -> Bool { a.order < b.order }

  private var order: Int {
    switch self {
    case .count: 0
    case .overwrite: 1
    case .yield: 2
    case .refuse: 3
    }
  }
}
