import Glibc

/// When something that waits is tried again, in words.
enum NextTry {
  /// Milliseconds since 1970; for example `next try in 5 s`.
  static func words(at time: Int) -> String {
    var wall = timespec()
    clock_gettime(CLOCK_REALTIME, &wall)
    return words(in: time - wall.tv_sec * 1_000 - wall.tv_nsec / 1_000_000)
  }

  static func words(in milliseconds: Int) -> String {
    if milliseconds <= 0 { return "next try now" }
    let seconds = (milliseconds + 999) / 1_000
    return "next try in \(seconds < 120 ? "\(seconds) s" : "\(seconds / 60) min")"
  }
}
