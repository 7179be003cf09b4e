/// A time, in milliseconds of any monotonic clock, until which something has to have arrived.
///
/// It is judged at the second look after that time: where this process was itself stopped or busy, what
/// had arrived until the first one has been read by then. Between two looks the loop must have read.
package struct ArrivalDeadline: Hashable, Sendable {
  private let time: UInt64
  /// Whether a look has found the time to be over.
  package private(set) var isUp = false

  package init(_ time: UInt64) { self.time = time }

  /// Looks at the clock; true when the time was over at an earlier look.
  package mutating func hasPassed(now: UInt64) -> Bool {
    guard now >= time else { return false }
    defer { isUp = true }
    return isUp
  }
}
