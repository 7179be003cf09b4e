/// Decides when free memory goes back to the system: after much of what was kept has gone, and once
/// little is going on.
struct HeapCare {
  /// Bytes that must have gone for it to be worthwhile.
  static let worthwhileBytes = 16 << 20
  /// Turns in one wait that count as little.
  static let quietTurns = 20
  /// Waits after which it is done however busy the loop is.
  static let mostWaits = 10

  /// The most that was kept since memory was given back.
  private var peak = 0
  private var turns = 0
  private var waits = 0

  /// A turn of the loop has ended, after which `bytes` are kept; true when memory should be
  /// given back soon.
  mutating func isTrimDue(keeping bytes: Int) -> Bool {
    turns += 1
    if bytes > peak { peak = bytes }
    return peak - bytes >= HeapCare.worthwhileBytes
  }

  /// A wait is over with `bytes` kept: true when memory is to be given back now, else after
  /// another wait.
  mutating func endWait(keeping bytes: Int) -> Bool {
    defer { turns = 0 }
    waits += 1
    guard turns <= HeapCare.quietTurns || waits >= HeapCare.mostWaits else { return false }
    peak = bytes
    waits = 0
    return true
  }
}
