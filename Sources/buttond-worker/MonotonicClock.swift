import Glibc

/// The system's monotonic clock, read without allocating: a batch reads it once for every button.
enum MonotonicClock {
  /// The time in nanoseconds, from an arbitrary origin; never decreases.
  static var now: UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec)
  }
}
