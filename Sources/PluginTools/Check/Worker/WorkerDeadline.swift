import Glibc

/// A moment by which something must have happened.
struct WorkerDeadline {
  /// Nanoseconds on the monotonic clock.
  private let time: UInt64

  /// A number of milliseconds from now.
  init(milliseconds: Int) { time = WorkerDeadline.now + UInt64(milliseconds) * 1_000_000 }

  /// The time until then, 0 when it has passed.
  var milliseconds: Int32 {
    let now = WorkerDeadline.now
    return now >= time ? 0 : Int32(clamping: (time - now + 999_999) / 1_000_000)
  }

  /// Whether it has passed.
  var isOver: Bool { WorkerDeadline.now >= time }

  /// Nanoseconds since some moment in the past.
  static var now: UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }
}
