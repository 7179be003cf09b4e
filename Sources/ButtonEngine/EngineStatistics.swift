/// Counters since the start.
package struct EngineStatistics: Sendable {
  /// Ticks begun.
  package var ticks: UInt64 = 0
  /// Frames published.
  package var frames: UInt64 = 0
  /// Buttons resolved, counted once for each lane.
  package var resolves: UInt64 = 0
  /// Looks that differed from the previous look.
  package var looks: UInt64 = 0
  /// Batches sent to workers.
  package var batches: UInt64 = 0
  /// Answers that arrived after their frame was published.
  package var lateAnswers: UInt64 = 0
  /// Answers computed from keys that have changed meanwhile.
  package var staleAnswers: UInt64 = 0
  /// Change sets applied.
  package var changeSets: UInt64 = 0
  /// Keys written by them.
  package var writes: UInt64 = 0
  /// Explicit requests for an update.
  package var updateRequests: UInt64 = 0

  /// Groups of changes for the journal, the keys and buttons in them, and groups that could not be
  /// written.
  package var journalGroups: UInt64 = 0
  package var journalEntries: UInt64 = 0
  package var journalFailures: UInt64 = 0

  package init() {}
}
