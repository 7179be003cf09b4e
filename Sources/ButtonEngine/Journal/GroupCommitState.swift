import ButtonModel
import ButtonProtocol

/// The state of writing changes to the journal in groups.
///
/// One group is under way at a time. Keys and buttons that change meanwhile are collected, each
/// once, for the next group.
struct GroupCommitState {
  /// Something that waits until everything applied before it is in the journal.
  struct Held {
    /// The number of the group that it waits for.
    let group: UInt64
    let whenKept: EngineAction
    /// What is done instead if the group cannot be written.
    let whenLost: EngineAction
  }

  /// Which changes survive a crash; also `none` while there is no journal.
  var durability = Durability.none
  /// Whether there is a journal. Even with durability `none` it records revisions, so that they
  /// never decrease.
  var isThere = false
  /// The number of the newest group produced, counted from 1.
  var taken: UInt64 = 0
  /// The number of the newest group whose outcome is known.
  var settled: UInt64 = 0
  /// The number of the newest group that somebody waits for.
  var awaited: UInt64 = 0
  /// The number of keys and buttons in the group under way.
  var underWay = 0
  /// What waits, oldest first.
  var held: [Held] = []
  /// The last group could not be written.
  var isLost = false
  /// When the next group may be taken.
  var nextTake: UInt64 = 0
  /// The pause after the next failure, in nanoseconds.
  var patience = GroupCommitState.firstPatience
  /// The revision of the last group that was written.
  var recorded: UInt64 = 0
  /// The last group, kept to reuse its memory.
  var spare: JournalGroup?

  /// The minimum time between groups with relaxed durability, in nanoseconds.
  static let pace: UInt64 = 10_000_000
  /// The size above which a group's memory is not reused, in bytes.
  static let spareBytes = 256 << 10
  /// The pause after the first failure, and the longest pause, in nanoseconds.
  static let firstPatience: UInt64 = 100_000_000
  static let lastPatience: UInt64 = 5_000_000_000
  /// The number of revisions after which a group is written even if it is empty. The journal
  /// reserves four times as many.
  static let unrecorded: UInt64 = 250_000_000

  /// A group is under way.
  var isBusy: Bool { taken > settled }
}
