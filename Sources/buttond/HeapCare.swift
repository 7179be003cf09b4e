/// Decides when free memory goes back to the system: after much of what was kept is gone, once the
/// loop is quiet.
struct HeapCare {
  /// What must be gone to be worthwhile.
  static let worthwhileBytes = 16 << 20
  /// The most turns in a wait that counts as quiet.
  static let quietTurns = 20
  /// After these memory goes back however busy the loop is.
  static let mostWaits = 10

  /// Since memory was given back.
  private var peak = 0
  private var turns = 0
  private var waits = 0

  /// Call after each turn, with the bytes that are kept; true if memory should be given back soon.
  mutating func isTrimDue(keeping bytes: Int) -> Bool {
    turns += 1
    if bytes > peak { peak = bytes }
    return peak - bytes >= HeapCare.worthwhileBytes
  }

  /// Call after a wait; true if memory is to be given back now, else after another wait.
  mutating func endWait(keeping bytes: Int) -> Bool {
    defer { turns = 0 }
    waits += 1
    guard turns <= HeapCare.quietTurns || waits >= HeapCare.mostWaits else { return false }
    peak = bytes
    waits = 0
    return true
  }
}
