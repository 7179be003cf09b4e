import Glibc

/// The worker's clock.
enum Clock {
  /// Nanoseconds since some moment in the past; never goes back.
  static var monotonicNanoseconds: UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec)
  }
}
