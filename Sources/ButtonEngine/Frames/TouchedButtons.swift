import ButtonModel
import ButtonStore

/// The buttons of a subscription that changed since its cursor, in no particular order and possibly
/// repeated.
struct TouchedButtons {
  /// The slots of changed and removed buttons; meaningless if ``isComplete`` is false.
  private(set) var slots: [ButtonSlot] = []
  private(set) var gone: [Tombstones.Entry] = []
  /// Whether all slots are listed. Beyond a limit only the fact that there are changes is kept.
  private(set) var isComplete = true

  private static let maximum = 4_096

  /// Adds a button that changed.
  mutating func append(_ slot: ButtonSlot) {
    guard isComplete, slots.last != slot else { return }
    if slots.count == TouchedButtons.maximum { return forget() }
    slots.append(slot)
  }

  /// Adds a button that was removed or has left its group.
  mutating func append(_ entry: Tombstones.Entry) {
    guard isComplete else { return }
    if gone.count == TouchedButtons.maximum { return forget() }
    gone.append(entry)
  }

  /// Empties the list.
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
