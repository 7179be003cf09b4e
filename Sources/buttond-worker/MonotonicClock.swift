import Glibc

/// Read without allocating: a batch reads it once for every button.
enum MonotonicClock {
  /// Nanoseconds from an arbitrary origin.
  static var now: UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec)
  }
}
