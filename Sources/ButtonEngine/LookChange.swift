import ButtonModel
import ButtonStore

/// One thing that a subscriber is told: a button's newest look, or that the button is gone.
struct LookChange {
  /// What is told.
  enum What {
    case shown(ButtonSlot)
    /// The button is gone, or has stopped being meant.
    case removed(UTF8String)
  }

  /// The place of the change in the order of all changes.
  let serial: UInt64
  let what: What
}
