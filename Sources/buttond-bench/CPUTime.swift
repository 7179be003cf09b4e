internal import Glibc

/// What pieces of work cost, in processor time of this thread.
enum CPUTime {
  /// How often each cost is measured; the median counts.
  static let runs = 7

  /// Nanoseconds of this thread so far.
  static var nanoseconds: UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }

  /// The nanoseconds of one of the items that `work` counts. It is repeated until that many
  /// milliseconds have passed.
  static func perItem(milliseconds: UInt64, _ work: () -> Int) -> Double {
    let start = nanoseconds
    var items = 0
    var elapsed: UInt64 = 0
    repeat {
      items += work()
      elapsed = nanoseconds - start
    } while elapsed < milliseconds * 1_000_000
    return Double(elapsed) / Double(items)
  }

  /// The median of several measures, rounded to tenths.
  static func median(_ measure: () -> Double) -> Double {
    let median = (0..<runs).map { _ in measure() }.sorted()[runs / 2]
    return (median * 10).rounded() / 10
  }
}
