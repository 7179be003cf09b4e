import Glibc

struct WorkerDeadline {
  /// Nanoseconds on the monotonic clock.
  private let time: UInt64

  init(milliseconds: Int) { time = WorkerDeadline.now + UInt64(milliseconds) * 1_000_000 }

  /// 0 when it has passed.
  var milliseconds: Int32 {
    let now = WorkerDeadline.now
    return now >= time ? 0 : Int32(clamping: (time - now + 999_999) / 1_000_000)
  }

  var isOver: Bool { WorkerDeadline.now >= time }

  /// Monotonic, in nanoseconds.
  static var now: UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }
}
