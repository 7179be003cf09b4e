package import PluginChannel

/// The content of a worker's status page, of which nothing is trusted.
package struct StatusReading: Hashable, Sendable {
  package var phase: WorkerPhase
  /// The current batch.
  package var sequence: UInt32
  /// The index of the current button in that batch.
  package var itemIndex: UInt32
  /// Grows with every sign of life.
  package var beat: UInt64
  /// The system call that was trapped last; nil if none was.
  package var trappedCall: Int32?

  package var isAtWork: Bool { phase == .resolving || phase == .trapped }

  /// The current button, if its batch is in flight.
  func blamed(among batches: [SentBatch]) -> UInt64? {
    guard isAtWork, let batch = batches.first(where: { $0.sequence == sequence }) else {
      return nil
    }
    let handles = batch.handles
    return itemIndex < handles.count ? handles[Int(itemIndex)] : nil
  }
}
