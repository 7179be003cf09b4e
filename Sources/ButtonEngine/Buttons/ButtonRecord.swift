import ButtonModel
import ButtonStore

/// The engine's data about a button, except its looks and dependencies. A class, because it has an
/// identity and changes in place many times per tick.
final class ButtonRecord {
  /// How far a button is from dirty to settled.
  enum Phase: UInt8 {
    /// Its look follows from the committed state.
    case settled
    /// It was redefined before it was settled: the tick that takes the definition in queues it.
    case redefined
    /// It is in the queue of a lane, or in that of buttons without plugins.
    case queued
    /// It was sent to a lane's worker, which has not answered yet.
    case inFlight
  }

  /// One lane on a button's route, and the style and handler that run there.
  struct Stage: Equatable {
    var lane: LaneID
    var style: UInt16
    var handler: UInt16

    /// No style, or no handler.
    static let none = UInt16.max
  }

  let id: UTF8String
  let definition: ButtonDefinition
  /// The lanes of the route, in order; empty for a button that the daemon resolves without plugins.
  let stages: [Stage]
  /// Includes declared defaults.
  let parameters: [Parameter]
  /// Why the button cannot be resolved as defined; nil if it can.
  @Boxed private(set) var problem: Route.Problem?
  /// The state keys that its flags are bound to, and the hidden ones of its bindings.
  var boundKeys = FewKeys()
  /// Nil if no part follows an expression.
  var bindings: ButtonBindings?
  var programs: [ActionPlace: ActionPrograms] = [:]
  /// The last answers of the lanes, by stage.
  var answers: [StageAnswer] = []
  /// This round's answers: those of earlier stages, and what has arrived of the current one.
  var round: [StageAnswer] = []
  /// Its status, as far as it is about its plugins.
  @Boxed var status: ButtonStatus?
  /// The same as `status != nil`, without copying the status.
  var hasStatus: Bool { !_status.isEmpty }
  /// The lost keys that it reads, as of the last commit; nil if there are none.
  var lost: LostKeys?
  /// The tick that found it dirty; undefined while settled.
  var unsettledSince: UInt64 = 0
  var dirtyAgainSince: UInt64 = 0
  /// The revision of its definition.
  var definedAt: UInt64 = 0
  var resolves: UInt64 = 0
  /// Its group, if it names one.
  let membership: ButtonGroup?
  /// Its group's size and shape in the current round or, between rounds, the last one.
  var groupProperties = PropertyList()
  /// The version of the watch table that `watch` is for.
  var watchVersion: UInt64 = 0
  /// The subscriptions that match the button: a list number of the watch table.
  var watch: UInt32 = 0
  /// Its position in `membership`.
  var groupPosition: UInt32 = 0
  /// Its index among the statuses that the open frame changes; otherwise stale.
  var savedStatus = UInt32.max
  /// Tells this definition from earlier ones, and from earlier buttons in the slot, in answers.
  let generation: UInt32
  /// As of the current round through the lanes or, between rounds, the last one.
  var state = ControlState.normal
  /// As of the last tick that found the button dirty; the next round uses it.
  var latestState = ControlState.normal
  // `stage` and `definitionBytes`, in as few bytes as hold them.
  private var stageNumber: UInt8 = 0
  private var shortDefinitionBytes: UInt32 = 0
  var rosterPosition = LaneRoster.Position()

  // Small fields stand together: each that stands alone takes eight bytes of every button.

  /// Replaces the display's tint in the round of `state`.
  var tint: ButtonTint?
  /// Whether the definition makes the button busy in that round.
  var isBusy = false
  var latestIsBusy = false
  var isHighlighted = false
  var isHovered = false
  /// Whether its definition may hide it, or it is hidden by an earlier one.
  var mayHide = false
  /// As of the last tick that found it dirty; while it is, the button has no looks.
  var isHidden = false
  /// Whether subscribers may know it as removed.
  var wasHidden = false
  var latestTint: ButtonTint?
  /// Whether its tint may differ from the display's.
  var mayHaveTint = false
  var phase = Phase.settled
  /// Its unanswered items in the batch.
  var itemsLeft: UInt8 = 0
  /// It became dirty again while a lane was working on it.
  var isDirtyAgain = false
  var answersOtherDefinition = false
  /// The system style that provides the properties that nothing else sets.
  let base: SystemStyle
  /// When the look became stale because its plugin is down; nil if it is not stale.
  var staleSince: UInt64?
  /// Whether its base holds only while the plugin has not answered.
  let hasBareStyle: Bool
  // What each look asks of the definition, cached because reading it there copies all of it.
  let followsState: Bool
  let hasShortcutOrMenu: Bool
  /// Whether what presses do depends on their time.
  let isTimed: Bool
  /// A worker crashed on it, or had no room for its look: it is sent alone, after all others.
  var isSuspect = false
  /// Workers crashed on it repeatedly: it is not sent to any lane until it is redefined.
  var isPoisoned = false
  /// It comes from a file, and no client has redefined it.
  var isFromFile = false
  var dirtiness = Dirtiness()

  init(
    id: UTF8String, definition: ButtonDefinition, generation: UInt32, route: Route,
    membership: ButtonGroup?
  ) {
    self.id = id
    self.definition = definition
    self.generation = generation
    self.membership = membership
    stages = route.stages
    parameters = route.parameters
    base = route.base
    hasBareStyle = route.isBare
    followsState = definition.automaticallyUpdatesConfiguration
    hasShortcutOrMenu = definition.shortcut != nil || !definition.menu.isEmpty
    isTimed = definition.repeats != nil || !definition.timedActions.isEmpty
    problem = route.problem
  }

  var group: UTF8String? { membership?.name }

  /// Its group, if that is defined.
  var definedGroup: ButtonGroup? { membership?.isDefined == true ? membership : nil }

  var stage: Int {
    get { Int(stageNumber) }
    set { stageNumber = UInt8(newValue) }
  }

  /// The length of its definition as JSON.
  var definitionBytes: Int {
    get { Int(shortDefinitionBytes) }
    set { shortDefinitionBytes = UInt32(newValue) }
  }

  /// Whether nothing is drawn that its plugins did not set.
  var isBare: Bool { hasBareStyle && !answers.isEmpty && status?.isFallback != true }

  /// Nil if the daemon resolves the button without plugins.
  var currentStage: Stage? { stage < stages.count && !isPoisoned ? stages[stage] : nil }

  /// Whether the definition names a plugin but has no route, which installing one may change.
  var isUnrouted: Bool {
    if !stages.isEmpty { return false }
    if case .plugin = definition.style { return true }
    return definition.handler != nil
  }

  /// Whether the definition takes this route already.
  func takes(_ route: Route) -> Bool {
    route.stages == stages && route.base == base && route.isBare == hasBareStyle
      && route.problem == problem && route.parameters == parameters
  }

  /// Whether defining the button so would change nothing. One that workers die on gets another
  /// chance.
  func isDefined(_ definition: ButtonDefinition, _ route: Route, isFromFile: Bool) -> Bool {
    self.isFromFile == isFromFile && !isSuspect && !isPoisoned && self.definition == definition
      && takes(route)
  }

  /// Whether one style draws both, even if the definitions name it differently.
  func hasStyle(of other: ButtonRecord) -> Bool {
    if definition.style == other.definition.style { return true }
    guard let mine = stages.first, let others = other.stages.first, mine.style != Stage.none else {
      return false
    }
    return mine.lane == others.lane && mine.style == others.style
  }

  /// Returns the handle by which workers know the button.
  func handle(_ slot: ButtonSlot) -> UInt64 { UInt64(generation) << 32 | UInt64(slot.rawValue) }

  // MARK: What the current round or, between rounds, the last one sees

  /// Nil for a button without one.
  var configuration: PropertyList? {
    bindings == nil ? definition.configuration?.properties : bindings?.present.configuration
  }

  var stateValues: StateValues { bindings?.present.stateValues ?? definition.stateValues }

  var arguments: [Parameter] { bindings?.present.parameters ?? parameters }

  var menu: [MenuItem] { bindings?.present.menu ?? definition.menu }

  var role: ButtonRole { bindings?.present.role ?? definition.role }

  /// The status that clients see.
  var shownStatus: ButtonStatus? { lost?.status(over: status) ?? status }

  /// Begins a round with the latest control state.
  func takeLatestState() {
    state = latestState
    isBusy = latestIsBusy
    if mayHaveTint {
      tint = latestTint
      groupProperties = definedGroup?.properties ?? PropertyList()
    }
    if let bindings { bindings.present = bindings.latest }
  }

  /// Has the button resolved again, for a change that the tick after `tick` takes in.
  func repeatAfter(_ tick: UInt64) {
    dirtyAgainSince = isDirtyAgain ? min(dirtyAgainSince, tick + 1) : tick + 1
    isDirtyAgain = true
  }
}
