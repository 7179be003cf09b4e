/// Counters since the start.
package struct EngineStatistics: Sendable {
  package var ticks: UInt64 = 0
  package var frames: UInt64 = 0
  /// Buttons, counted once for each lane.
  package var resolves: UInt64 = 0
  /// Looks that differed from the previous one.
  package var looks: UInt64 = 0
  package var batches: UInt64 = 0
  /// Answers that arrived after their frame was published.
  package var lateAnswers: UInt64 = 0
  /// Answers computed from keys that have changed meanwhile.
  package var staleAnswers: UInt64 = 0
  package var changeSets: UInt64 = 0
  /// Keys written by change sets.
  package var writes: UInt64 = 0
  package var updateRequests: UInt64 = 0

  package var journalGroups: UInt64 = 0
  package var journalEntries: UInt64 = 0
  package var journalFailures: UInt64 = 0

  package init() {}
}
