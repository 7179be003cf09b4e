/// The buttons that a plugin's worker died on.
///
/// A first death makes a button a suspect, to be tried alone; another one makes it poisoned. A
/// suspect that is answered is cleared; a poisoned button stays so until it is redefined.
struct PoisonRecord {
  /// The limit of each kind; beyond, the oldest are forgotten, as they may be redefined long since.
  static let capacity = 1_024

  private(set) var poisoned: [UInt64] = []
  private var suspects: [Suspect] = []

  private struct Suspect {
    let handle: UInt64
    /// The time of its first death, on the clock of the deaths.
    let stamp: UInt64
  }

  var hasSuspects: Bool { !suspects.isEmpty }

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

  enum Verdict: Hashable {
    case suspected
    /// This button explains the death, and an earlier one at `firstStamp`.
    case poisoned(firstStamp: UInt64?)
  }

  /// Clears the suspects among them.
  mutating func answered(_ handles: [UInt64]) {
    suspects.removeAll { handles.contains($0.handle) }
  }

  /// A button was redefined or removed.
  mutating func forget(_ handle: UInt64) {
    suspects.removeAll { $0.handle == handle }
    poisoned.removeAll { $0 == handle }
  }
}
