import Glibc
package import UVLoop

extension Loop {
  /// Converts a time of ``hrtime``, past or future.
  package func millisecondsSince1970(_ time: UInt64) -> Int {
    var wall = timespec()
    clock_gettime(CLOCK_REALTIME, &wall)
    let distance = (Int(clamping: time) - Int(clamping: hrtime)) / Int(UInt64.millisecond)
    return wall.tv_sec * 1_000 + wall.tv_nsec / 1_000_000 + distance
  }
}
