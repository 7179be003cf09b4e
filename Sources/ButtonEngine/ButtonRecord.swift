import ButtonModel
import ButtonProtocol
import ButtonStore

/// What the engine knows of one button besides its looks and its dependencies.
///
/// A class, because a button has an identity and is touched in place many times a tick.
final class ButtonRecord {
  /// Where a button stands between being dirty and being shown.
  enum Phase: UInt8 {
    /// Shows what the committed state makes of it.
    case settled
    /// Waits in the queue of a lane.
    case queued
    /// A lane is at work on it.
    case inFlight
  }

  /// One lane that a button passes, and the style and handler that run there.
  struct Stage: Equatable {
    var lane: LaneID
    var style: UInt16
    var handler: UInt16

    /// Stands for no style or no handler.
    static let none = UInt16.max
  }

  let id: UTF8String
  var definition: ButtonDefinition
  /// Tells the answers for an earlier definition, or for an earlier button in the slot, from ours.
  let generation: UInt32
  /// The lanes to pass, in order; empty for a button that the daemon resolves by itself.
  var stages: [Stage] = []
  /// The system style that fills what nobody set.
  var base: SystemStyle = .plain
  /// State keys that the flags follow.
  var boundKeys: [KeyID] = []
  var phase = Phase.settled
  /// The stage that is waiting or at work.
  var stage: UInt8 = 0
  /// Became dirty again while a lane was at work on it.
  var isDirtyAgain = false
  /// The commit that made it dirty; meaningful unless settled.
  var unsettledSince: UInt64 = 0
  /// The commit that made it dirty again.
  var dirtyAgainSince: UInt64 = 0
  /// What the lanes made of it last, by stage.
  var answers: [StageAnswer] = []
  /// What the stages before the present one made of it in this round.
  var round: [StageAnswer] = []
  var status: ButtonStatus?
  /// Passes over this button.
  var resolves: UInt64 = 0
  /// Subscriptions that name this very button.
  var watchers: [Int] = []

  /// The definition's group, ready to be matched.
  let group: UTF8String?

  init(id: UTF8String, definition: ButtonDefinition, generation: UInt32) {
    self.id = id
    self.definition = definition
    self.generation = generation
    group = definition.group.map { UTF8String($0) }
  }

  /// The stage that the button waits for or is at; nil when the daemon resolves it by itself.
  var currentStage: Stage? { Int(stage) < stages.count ? stages[Int(stage)] : nil }

  /// The number by which lanes know the button: slot and generation.
  func handle(_ slot: ButtonSlot) -> UInt64 { UInt64(generation) << 32 | UInt64(slot.rawValue) }
}

/// What one lane made of a button.
struct StageAnswer {
  /// The passes: one for all trait sets, or one per trait set by its id.
  enum Passes {
    case shared(AnswerPass)
    case perTraitSet([(id: UInt64, pass: AnswerPass)])
  }

  var passes: Passes
  /// The state keys that were read.
  var keys: [KeyID]
  /// The commit whose values were read.
  var commit: UInt64

  /// The pass for a trait set; nil when the answer has none for it.
  func pass(for traitSet: UInt64) -> AnswerPass? {
    switch passes {
    case .shared(let pass): pass
    case .perTraitSet(let passes): passes.first { $0.id == traitSet }?.pass
    }
  }
}
