package import FleetLink

/// What the engine remembers of a daemon's life: the last number, and outcomes that may be asked for.
package struct ModelLife: Sendable, Equatable {
  package private(set) var last: UInt64 = 0
  package private(set) var oldestOpen: UInt64 = 1
  package private(set) var outcomes: [UInt64: RequestOutcome] = [:]

  /// The same with one more outcome, and without up to 100 that its daemon has.
  func adding(_ number: UInt64, _ outcome: RequestOutcome, oldestOpen open: UInt64) -> ModelLife {
    var life = self
    life.last = number
    life.outcomes[number] = outcome
    let last = max(oldestOpen, min(open, number, oldestOpen + 100))
    for closed in oldestOpen..<last { life.outcomes[closed] = nil }
    life.oldestOpen = last
    return life
  }
}
