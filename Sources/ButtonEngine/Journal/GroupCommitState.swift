import ButtonModel
import ButtonProtocol

/// The state of writing changes to the journal in groups. One group is under way at a time; what
/// changes meanwhile is collected, each entry once, for the next group.
struct GroupCommitState {
  /// Something that waits until everything applied before it is in the journal.
  struct Deferred {
    /// The group that it waits for.
    let group: UInt64
    let whenKept: EngineAction
    /// Done instead if the group cannot be written.
    let whenLost: EngineAction
  }

  /// Also `none` while there is no journal.
  var durability = Durability.none
  /// Even with durability `none` a journal records revisions, so that they never decrease.
  var isThere = false
  /// The newest group produced, counted from 1.
  var taken: UInt64 = 0
  /// The newest group whose outcome is known.
  var settled: UInt64 = 0
  /// The newest group that something waits for.
  var awaited: UInt64 = 0
  /// The entries of the group under way.
  var underWay = 0
  /// Oldest first.
  var deferred: [Deferred] = []
  /// The last group could not be written.
  var isLost = false
  /// When the next group may be taken.
  var nextTake: UInt64 = 0
  /// The pause after the next failure, in nanoseconds.
  var patience = GroupCommitState.firstPatience
  /// The revision of the last group that was written.
  var recorded: UInt64 = 0
  /// The last group, to reuse its memory.
  var spare: JournalGroup?

  /// The minimum time between groups with relaxed durability, in nanoseconds.
  static let pace: UInt64 = 10_000_000
  /// Above this, a group's memory is not reused.
  static let spareBytes = 256 << 10
  /// The pause after the first failure, and the longest pause, in nanoseconds.
  static let firstPatience: UInt64 = 100_000_000
  static let lastPatience: UInt64 = 5_000_000_000
  /// After this many, even an empty group is written. The journal reserves four times as many.
  static let unrecorded: UInt64 = 250_000_000

  var isBusy: Bool { taken > settled }
}
