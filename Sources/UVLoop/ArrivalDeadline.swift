/// When something must have arrived, in milliseconds of any monotonic clock.
///
/// It expires at the second look after that time: if this process was stopped or busy, the loop has
/// then read what had arrived by the first look. The loop must read between two looks.
package struct ArrivalDeadline: Hashable, Sendable {
  private let time: UInt64
  /// A look has found the time to be over.
  package private(set) var isUp = false

  package init(_ time: UInt64) { self.time = time }

  /// True if an earlier look found the time to be over.
  package mutating func hasPassed(now: UInt64) -> Bool {
    guard now >= time else { return false }
    defer { isUp = true }
    return isUp
  }
}
