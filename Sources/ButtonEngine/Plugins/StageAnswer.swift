import ButtonProtocol
import ButtonStore
import PluginChannel

/// A lane's answer for a button.
struct StageAnswer {
  /// One for all trait sets, or one per trait set by its id.
  enum Passes {
    case shared(AnswerPass)
    case perTraitSet([(id: UInt64, pass: AnswerPass)])
  }

  private(set) var passes: Passes
  /// The keys of state and theme that the plugin read.
  private(set) var keys: [KeyID]
  /// Whose values the plugin read.
  let commit: UInt64
  let revision: UInt64
  /// The tick in which the button was sent.
  let tick: UInt64
  /// How long the plugin took.
  private(set) var microseconds: UInt32

  var isPerTraitSet: Bool {
    switch passes {
    case .shared: false
    case .perTraitSet: true
    }
  }

  /// Adds the answer for other trait sets.
  mutating func add(_ other: StageAnswer) {
    guard case .perTraitSet(let mine) = passes, case .perTraitSet(let others) = other.passes else {
      preconditionFailure("an answer in parts is one per trait set")
    }
    passes = .perTraitSet(mine + others)
    keys += other.keys
    let (sum, isTooLong) = microseconds.addingReportingOverflow(other.microseconds)
    microseconds = isTooLong ? .max : sum
  }

  func pass(for traitSet: UInt64) -> AnswerPass? {
    switch passes {
    case .shared(let pass): pass
    case .perTraitSet(let passes): passes.first { $0.id == traitSet }?.pass
    }
  }
}
