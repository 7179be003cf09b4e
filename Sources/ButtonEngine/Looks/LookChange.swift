import ButtonModel
import ButtonStore

/// One change for a subscriber: a new look, or a removal.
struct LookChange {
  enum What {
    case shown(ButtonSlot)
    /// The button was removed or no longer matches.
    case removed(UTF8String)
  }

  let serial: UInt64
  let what: What
}

/// Where an incomplete list of changes ends.
struct LookCut {
  /// The serial of the last change in the list.
  let serial: UInt64
  /// The button of that change; nil if it was removed.
  let slot: ButtonSlot?
}

extension LookCut {
  init(_ change: LookChange) {
    serial = change.serial
    if case .shown(let slot) = change.what { self.slot = slot } else { slot = nil }
  }
}

/// Where one search for changes ends.
struct SearchBound {
  /// In units of work.
  let work: Int
  /// The size of looks.
  let bytes: Int

  static let none = SearchBound(work: .max, bytes: .max)
}

/// What a client has received already, which decides what it must be sent.
enum ReceiverKnowledge {
  /// All buttons that match by id.
  case ids
  /// All buttons of a group; one that has joined since is new to the client.
  case group
  /// A part of a snapshot: everything up to a serial.
  case part
}
