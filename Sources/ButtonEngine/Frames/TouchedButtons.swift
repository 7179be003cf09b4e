import ButtonModel
import ButtonStore

/// What changed of a subscription since its cursor, in no particular order and possibly repeated.
struct TouchedButtons {
  /// Changed and removed buttons; meaningless unless ``isComplete``.
  private(set) var slots: [ButtonSlot] = []
  private(set) var gone: [Tombstones.Entry] = []
  /// False beyond a limit, where only the fact that there are changes is kept.
  private(set) var isComplete = true

  private static let maximum = 4_096

  mutating func append(_ slot: ButtonSlot) {
    guard isComplete, slots.last != slot else { return }
    if slots.count == TouchedButtons.maximum { return forget() }
    slots.append(slot)
  }

  /// The button was removed or has left its group.
  mutating func append(_ entry: Tombstones.Entry) {
    guard isComplete else { return }
    if gone.count == TouchedButtons.maximum { return forget() }
    gone.append(entry)
  }

  mutating func removeAll() {
    isComplete = true
    slots.empty(keepingUpTo: 64)
    gone.empty(keepingUpTo: 64)
  }

  private mutating func forget() {
    isComplete = false
    slots = []
    gone = []
  }
}
