import Glibc

/// A moment by which something must have happened, so that a test waits for events and never longer
/// than it takes, and fails rather than hangs.
package struct Deadline: Sendable {
  private let end: UInt64

  /// How long a test waits for what must happen, in seconds; generous, since only failing tests wait
  /// that long. Under a sanitizer everything takes many times as long, and so does what other tests do
  /// meanwhile.
  package static let patience = Sanitizer.isThere ? 600.0 : 60

  /// `seconds` from now.
  package init(seconds: Double = Deadline.patience) {
    end = Deadline.now + UInt64(seconds * 1e9)
  }

  /// When the monotonic clock says so.
  package init(at end: UInt64) { self.end = end }

  /// Milliseconds that are left, 0 when it has passed: a timeout for `poll`.
  package var remainingMilliseconds: Int32 {
    let now = Deadline.now
    return now >= end ? 0 : Int32((end - now) / 1_000_000 + 1)
  }

  /// Whether the moment is over.
  package var hasPassed: Bool { Deadline.now >= end }

  /// The monotonic clock in nanoseconds.
  package static var now: UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }
}
