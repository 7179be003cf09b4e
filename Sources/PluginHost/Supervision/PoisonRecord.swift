/// Which buttons a plugin's worker died on.
///
/// A first death makes a button a suspect, to be tried alone; another one makes it poisoned. A
/// suspect that is answered is cleared; a poisoned button stays so until it is redefined.
struct PoisonRecord {
  /// How many of each are remembered; beyond, the oldest go, as they may be long redefined.
  static let capacity = 1_024

  private(set) var poisoned: [UInt64] = []
  private var suspects: [Suspect] = []

  private struct Suspect {
    let handle: UInt64
    /// When its first death was counted, on the clock of the deaths.
    let stamp: UInt64
  }

  /// Whether some button waits for its trial alone.
  var hasSuspects: Bool { !suspects.isEmpty }

  /// A worker died resolving `handle`.
  mutating func died(on handle: UInt64, stamp: UInt64) -> Verdict {
    if poisoned.contains(handle) { return .poisoned(firstStamp: nil) }
    if let index = suspects.firstIndex(where: { $0.handle == handle }) {
      let first = suspects.remove(at: index)
      poisoned.append(handle)
      if poisoned.count > PoisonRecord.capacity { poisoned.removeFirst() }
      return .poisoned(firstStamp: first.stamp)
    }
    suspects.append(Suspect(handle: handle, stamp: stamp))
    if suspects.count > PoisonRecord.capacity { suspects.removeFirst() }
    return .suspected
  }

  /// What a death makes of the button.
  enum Verdict: Hashable {
    case suspected
    /// Explained by this button; so is the earlier death at `firstStamp`.
    case poisoned(firstStamp: UInt64?)
  }

  /// Buttons were answered: those among them that were suspects no longer are.
  mutating func answered(_ handles: [UInt64]) {
    suspects.removeAll { handles.contains($0.handle) }
  }

  /// A button got a new definition, or is gone.
  mutating func forget(_ handle: UInt64) {
    suspects.removeAll { $0.handle == handle }
    poisoned.removeAll { $0 == handle }
  }
}
