import ButtonModel

/// The batches that one life of a worker has been given, and when the oldest must be answered.
struct BatchesOut {
  /// Whether it has answered a batch that held buttons.
  private(set) var hasAnsweredWell = false
  private var batches: [Batch] = []
  /// When the oldest became the one that the worker is at.
  private var headSince: UInt64 = 0

  private struct Batch {
    let sequence: UInt32
    let count: Int
  }

  /// Whether all have been answered.
  var isEmpty: Bool { batches.isEmpty }

  /// The sequence number of the oldest.
  var expectedAnswer: UInt32? { batches.first?.sequence }

  /// How many buttons the oldest holds.
  var count: Int { batches.first?.count ?? 0 }

  /// A batch was written.
  mutating func sent(_ sequence: UInt32, count: Int, at now: UInt64) {
    if batches.isEmpty { headSince = now }
    batches.append(Batch(sequence: sequence, count: count))
  }

  /// The oldest was answered.
  mutating func answered(at now: UInt64) {
    if batches.takeFirst().count > 0 { hasAnsweredWell = true }
    headSince = now
  }

  /// The oldest may take so much longer.
  mutating func give(_ time: UInt64) {
    headSince += time
  }

  /// How long the oldest may take, in nanoseconds.
  func allowance(_ figures: borrowing SupervisionFigures, budget: UInt64?) -> UInt64 {
    figures.batchDeadline(count: count, budget: budget, isFirst: !hasAnsweredWell)
  }

  /// When the oldest must be answered; nil when none is out.
  func deadline(_ figures: borrowing SupervisionFigures, budget: UInt64?) -> UInt64? {
    isEmpty ? nil : headSince + allowance(figures, budget: budget)
  }
}
