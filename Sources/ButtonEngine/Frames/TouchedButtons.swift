import ButtonModel
import ButtonStore

/// The buttons that a subscription means and that changed since it was sent something, in no order and
/// perhaps more than once.
struct TouchedButtons {
  /// Changed ones, and those that are gone; of no use where ``isComplete`` is false.
  private(set) var slots: [ButtonSlot] = []
  private(set) var gone: [Tombstones.Entry] = []
  /// Whether it has them all: of very many only that there are is remembered.
  private(set) var isComplete = true

  private static let maximum = 4_096

  /// Adds a button that changed.
  mutating func append(_ slot: ButtonSlot) {
    guard isComplete, slots.last != slot else { return }
    if slots.count == TouchedButtons.maximum { return forget() }
    slots.append(slot)
  }

  /// Adds one that is gone, or has left its group.
  mutating func append(_ entry: Tombstones.Entry) {
    guard isComplete else { return }
    if gone.count == TouchedButtons.maximum { return forget() }
    gone.append(entry)
  }

  /// Begins again.
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
