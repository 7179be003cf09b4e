/// Counters since the start.
package struct EngineStatistics: Sendable {
  /// Ticks begun.
  package var ticks: UInt64 = 0
  /// Frames published.
  package var frames: UInt64 = 0
  /// Passes over a button, in any lane.
  package var resolves: UInt64 = 0
  /// Looks that differed from the one on show.
  package var looks: UInt64 = 0
  /// Batches sent to workers.
  package var batches: UInt64 = 0
  /// Answers that arrived after their frame had gone.
  package var lateAnswers: UInt64 = 0
  /// Answers for which a key had changed meanwhile.
  package var staleAnswers: UInt64 = 0
  /// Change sets applied.
  package var changeSets: UInt64 = 0
  /// Keys written by them.
  package var writes: UInt64 = 0
  /// Explicit requests for an update.
  package var updateRequests: UInt64 = 0

  /// Groups of changes given to the journal, the keys and buttons in them, and how many groups could
  /// not be written.
  package var journalGroups: UInt64 = 0
  package var journalEntries: UInt64 = 0
  package var journalFailures: UInt64 = 0

  package init() {}
}
