import ButtonModel
import ButtonStore

/// One change for a subscriber: a button's newest look, or that the button is gone.
struct LookChange {
  /// What changed.
  enum What {
    case shown(ButtonSlot)
    /// The button is gone, or no longer matches.
    case removed(UTF8String)
  }

  /// The position of the change in the order of all changes.
  let serial: UInt64
  let what: What
}

/// Where a list of changes ends before all are in it.
struct LookCut {
  /// The position of its last change in the order of all changes.
  let serial: UInt64
  /// The button that it is about, if it shows something.
  let slot: ButtonSlot?
}

extension LookCut {
  init(_ change: LookChange) {
    serial = change.serial
    if case .shown(let slot) = change.what { self.slot = slot } else { slot = nil }
  }
}

/// How far one search for changes goes.
struct SearchBound {
  /// What it may cost, in units of work.
  let work: Int
  /// Bytes of looks that it may find, and one look more.
  let bytes: Int

  /// As far as there is something to find.
  static let none = SearchBound(work: .max, bytes: .max)
}

/// What a client holds already, which decides what it has to be told.
enum ReceiverKnowledge {
  /// All matching buttons, by their ids.
  case ids
  /// All buttons that matched; one that has joined the group since is new.
  case group
  /// A part of a snapshot: everything up to a place in the order of changes.
  case part
}
