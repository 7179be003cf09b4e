import ButtonProtocol
import ButtonStore

/// What one lane made of a button.
struct StageAnswer {
  /// The passes: one for all trait sets, or one per trait set by its id.
  enum Passes {
    case shared(AnswerPass)
    case perTraitSet([(id: UInt64, pass: AnswerPass)])
  }

  let passes: Passes
  /// The state keys that were read.
  let keys: [KeyID]
  /// The commit whose values were read.
  let commit: UInt64
  /// The revision of that commit.
  let revision: UInt64
  /// The tick in which the button was sent.
  let tick: UInt64

  /// The pass for a trait set; nil when the answer has none for it.
  func pass(for traitSet: UInt64) -> AnswerPass? {
    switch passes {
    case .shared(let pass): pass
    case .perTraitSet(let passes): passes.first { $0.id == traitSet }?.pass
    }
  }

  /// The pass for a trait set or, until there is one, for another.
  func bestPass(for traitSet: UInt64) -> AnswerPass? {
    switch passes {
    case .shared(let pass): pass
    case .perTraitSet(let passes):
      (passes.first { $0.id == traitSet } ?? passes.first)?.pass
    }
  }
}
