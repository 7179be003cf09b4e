import Glibc

/// Processor time of this thread: what else runs on the machine counts little.
package enum ThreadTime {
  private static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
  }

  /// Nanoseconds of doing something once.
  package static func once(_ body: () throws -> Void) rethrows -> Double {
    let start = now
    try body()
    return now - start
  }

  /// The least nanoseconds of a run and of the mean of some more.
  package static func nanoseconds(_ body: () -> Void) -> Double {
    let first = once(body)
    let count = max(1, min(20, Int(20_000 / max(first, 1))))
    return min(first, once { for _ in 0..<count { body() } } / Double(count))
  }
}
