package import PluginChannel

/// What a worker's status page says, as it was read; nothing in it is trusted.
package struct StatusReading: Hashable, Sendable {
  package var phase: WorkerPhase
  /// The batch at work.
  package var sequence: UInt32
  /// The place in that batch of the button at work.
  package var itemIndex: UInt32
  /// Grows with every sign of life.
  package var beat: UInt64
  /// The system call that was trapped last; nil when none was.
  package var trappedCall: Int32?

  /// Whether a button was at work.
  package var isAtWork: Bool { phase == .resolving || phase == .trapped }

  /// The button that was at work, if the page names one of a batch that is out.
  func blamed(among batches: [SentBatch]) -> UInt64? {
    guard isAtWork, let batch = batches.first(where: { $0.sequence == sequence }) else {
      return nil
    }
    let handles = batch.handles
    return itemIndex < handles.count ? handles[Int(itemIndex)] : nil
  }
}
