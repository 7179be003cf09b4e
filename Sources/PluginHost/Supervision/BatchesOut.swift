import ButtonModel

/// The batches in flight at one life of a worker, and when the oldest must be answered.
struct BatchesOut {
  /// It has answered a batch with buttons.
  private(set) var hasAnsweredWell = false
  private var batches: [Batch] = []
  /// When the worker got to the oldest.
  private var headSince: UInt64 = 0

  private struct Batch {
    let sequence: UInt32
    let count: Int
  }

  var isEmpty: Bool { batches.isEmpty }

  var expectedAnswer: UInt32? { batches.first?.sequence }

  /// The number of buttons in the oldest.
  var count: Int { batches.first?.count ?? 0 }

  mutating func sent(_ sequence: UInt32, count: Int, at now: UInt64) {
    if batches.isEmpty { headSince = now }
    batches.append(Batch(sequence: sequence, count: count))
  }

  mutating func answered(at now: UInt64) {
    if batches.takeFirst().count > 0 { hasAnsweredWell = true }
    headSince = now
  }

  /// Extends the oldest's deadline.
  mutating func give(_ time: UInt64) {
    headSince += time
  }

  /// How long the oldest may take, in nanoseconds.
  func allowance(_ figures: borrowing SupervisionFigures, budget: UInt64?) -> UInt64 {
    figures.batchDeadline(count: count, budget: budget, isFirst: !hasAnsweredWell)
  }

  /// When the oldest must be answered; nil if there is none.
  func deadline(_ figures: borrowing SupervisionFigures, budget: UInt64?) -> UInt64? {
    isEmpty ? nil : headSince + allowance(figures, budget: budget)
  }
}
