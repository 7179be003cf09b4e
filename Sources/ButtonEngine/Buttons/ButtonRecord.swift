import ButtonModel
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
  let definition: ButtonDefinition
  /// Tells the answers for an earlier definition, or for an earlier button in the slot, from ours.
  let generation: UInt32
  /// The definition's group, ready to be matched.
  let group: UTF8String?
  /// The lanes to pass, in order; empty for a button that the daemon resolves itself.
  let stages: [Stage]
  /// What style and handler are told, declared defaults included.
  let parameters: [Parameter]
  /// The system style that fills what is not set.
  let base: SystemStyle
  /// Why it cannot be resolved as it is defined.
  let problem: Route.Problem?
  /// State keys that the flags follow.
  var boundKeys: [KeyID] = []
  /// What the button is doing in the present or, once that is over, the last round through its lanes.
  var state = ControlState.normal
  /// Whether its definition makes it busy there.
  var isBusy = false
  /// The same by the state of the last tick that found it dirty; the next round takes it over.
  var latestState = ControlState.normal
  var latestIsBusy = false
  /// Whether anybody presses it.
  var isHighlighted = false
  var phase = Phase.settled
  /// The stage that is waiting or at work.
  var stage = 0
  /// Items of it that the lane at work has still to answer.
  var itemsLeft: UInt8 = 0
  /// Became dirty again while a lane was at work on it.
  var isDirtyAgain = false
  /// The tick that found it dirty; meaningful unless settled.
  var unsettledSince: UInt64 = 0
  /// The tick from which on it is dirty again.
  var dirtyAgainSince: UInt64 = 0
  /// What the lanes made of it last, by stage.
  var answers: [StageAnswer] = []
  /// Whether that is of an earlier definition.
  var answersOtherDefinition = false
  /// What the stages before the present one made of it in this round, and the present one as far as
  /// it has answered.
  var round: [StageAnswer] = []
  var status: ButtonStatus?
  /// When its plugin was down and the look became stale.
  var staleSince: UInt64?
  /// A worker died on it: it is tried alone, after all others.
  var isSuspect = false
  /// A file defined it, and no client since.
  var isFromFile = false
  /// The journal has, or had, a definition of it.
  var isSaved = false
  /// The revision in which it got its definition.
  var definedAt: UInt64 = 0
  /// Workers died on it: it goes to no lane until it is redefined.
  var isPoisoned = false
  /// Passes over this button.
  var resolves: UInt64 = 0
  /// What made it dirty last, and what has made it dirty since.
  var dirtiness = Dirtiness()
  /// Which subscriptions mean it, as a number of the watch table, and in which version of that.
  var watch: UInt32 = 0
  var watchVersion: UInt64 = 0
  /// Where it is in the lists of its lanes' buttons.
  var rosterPosition = LaneRoster.Position()
  /// Bytes of its definition as JSON.
  var definitionBytes = 0

  init(id: UTF8String, definition: ButtonDefinition, generation: UInt32, route: Route) {
    self.id = id
    self.definition = definition
    self.generation = generation
    group = definition.group.map { UTF8String($0) }
    stages = route.stages
    parameters = route.parameters
    base = route.base
    problem = route.problem
  }

  /// The stage that the button waits for or is at; nil when the daemon resolves it itself.
  var currentStage: Stage? { stage < stages.count && !isPoisoned ? stages[stage] : nil }

  /// True when the definition names a plugin but the button passes no lane: another plugin may change
  /// that.
  var isUnrouted: Bool {
    if !stages.isEmpty { return false }
    if case .plugin = definition.style { return true }
    return definition.handler != nil
  }

  /// True when the same style draws both, by whatever name.
  func hasStyle(of other: ButtonRecord) -> Bool {
    if definition.style == other.definition.style { return true }
    guard let mine = stages.first, let others = other.stages.first, mine.style != Stage.none else {
      return false
    }
    return mine.lane == others.lane && mine.style == others.style
  }

  /// The number by which lanes know the button: slot and generation.
  func handle(_ slot: ButtonSlot) -> UInt64 { UInt64(generation) << 32 | UInt64(slot.rawValue) }

  /// Goes on from the newest state.
  func takeLatestState() {
    state = latestState
    isBusy = latestIsBusy
  }

  /// Notes that the button must be asked for again, because of something that a tick after `tick`
  /// has taken in.
  func repeatAfter(_ tick: UInt64) {
    dirtyAgainSince = isDirtyAgain ? min(dirtyAgainSince, tick + 1) : tick + 1
    isDirtyAgain = true
  }
}
