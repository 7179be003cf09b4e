import ButtonModel
import ButtonProtocol

/// How far what changed has come on its way into the journal.
///
/// One group is under way at a time; what changes meanwhile waits, each key and button once, and goes
/// with the next.
struct GroupCommitState {
  /// An answer that waits until everything applied before it is in the journal.
  struct Answer {
    let ticket: Ticket
    /// The number of the group that it waits for.
    let group: UInt64
    /// The revision when it was given, told when the group fails.
    let revision: UInt64
    let result: [UInt8]
  }

  /// When changes survive a crash; `none` also while there is no journal.
  var durability = Durability.none
  /// Whether there is a journal at all; without durability it keeps revisions from going back.
  var isThere = false
  /// The number of the newest group given out, counted from 1.
  var taken: UInt64 = 0
  /// The number of the newest group of which is known what became of it.
  var settled: UInt64 = 0
  /// How many keys and buttons are in the group that is under way.
  var underWay = 0
  /// Buttons that differ from what the journal has of them.
  var buttons: Set<UTF8String> = []
  /// Answers that wait, oldest first.
  var answers: [Answer] = []
  /// The last group could not be written, and none since.
  var isLost = false
  /// When the next group may be taken.
  var nextTake: UInt64 = 0
  /// How long to wait after the next failure.
  var patience = GroupCommitState.firstPatience
  /// The revision of the last group that was written.
  var recorded: UInt64 = 0
  /// The last group, for its memory.
  var spare: JournalGroup?

  /// With relaxed durability a group is taken this long after the one before at the earliest.
  static let pace: UInt64 = 10_000_000
  /// The memory of a larger group is given back.
  static let spareBytes = 256 << 10
  /// How long to wait after a failure, and after one of many.
  static let firstPatience: UInt64 = 100_000_000
  static let lastPatience: UInt64 = 5_000_000_000
  /// After this many revisions the journal gets a group even if it is empty. It reserves four times as
  /// many.
  static let unrecorded: UInt64 = 250_000_000

  /// A group is under way.
  var isBusy: Bool { taken > settled }
}
