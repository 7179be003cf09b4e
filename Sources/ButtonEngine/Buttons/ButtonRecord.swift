import ButtonModel
import ButtonStore

/// The engine's data about a button, except its looks and dependencies.
///
/// A class, because a button has an identity and is changed in place many times per tick.
final class ButtonRecord {
  /// How far a button is on its way from dirty to settled.
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

    /// The value for "no style" and "no handler".
    static let none = UInt16.max
  }

  let id: UTF8String
  let definition: ButtonDefinition
  /// The lanes of the route, in order; empty for a button that the daemon resolves without plugins.
  let stages: [Stage]
  /// The parameters for style and handler, including declared defaults.
  let parameters: [Parameter]
  /// Why the button cannot be resolved as defined; nil if it can.
  @Rare private(set) var problem: Route.Problem?
  /// The state keys that its flags are bound to, and the hidden ones of its bindings.
  var boundKeys = FewKeys()
  /// Its parts that follow expressions; nil if there are none.
  var bindings: ButtonBindings?
  /// The expressions of its actions, where there are any.
  var programs: [ActionPlace: ActionPrograms] = [:]
  /// The last answers of the lanes, by stage.
  var answers: [StageAnswer] = []
  /// The answers in this round so far: those of earlier stages, and what has arrived of the current
  /// one.
  var round: [StageAnswer] = []
  /// Its status, as far as it is about its plugins.
  @Rare var status: ButtonStatus?
  /// The same as `status != nil`, which copies the status to say so.
  var hasStatus: Bool { !_status.isEmpty }
  /// The lost keys that it reads, as of the last commit; nil if there are none.
  var lost: LostKeys?
  /// The tick that found it dirty; undefined while settled.
  var unsettledSince: UInt64 = 0
  /// The tick that made it dirty again.
  var dirtyAgainSince: UInt64 = 0
  /// The revision of its definition.
  var definedAt: UInt64 = 0
  /// How often the button was resolved.
  var resolves: UInt64 = 0
  /// Its group, if it names one.
  let membership: ButtonGroup?
  /// What its group says of its size and shape in the current round or, between rounds, in the last one.
  var groupProperties = PropertyList()
  /// The version of the watch table that `watch` is for.
  var watchVersion: UInt64 = 0
  /// The subscriptions that match the button: a list number of the watch table.
  var watch: UInt32 = 0
  /// Its position in `membership`.
  var groupPosition: UInt32 = 0
  /// Its index among the statuses that the open frame changes; that of an earlier frame otherwise.
  var heldStatus = UInt32.max
  /// Tells this definition from earlier definitions, and from earlier buttons in the slot, when an
  /// answer arrives.
  let generation: UInt32
  /// The control state in the current round through the lanes or, between rounds, in the last one.
  var state = ControlState.normal
  /// The control state as of the last tick that found the button dirty; the next round uses it.
  var latestState = ControlState.normal
  // `stage` and `definitionBytes`, in as few bytes as hold them.
  private var stageNumber: UInt8 = 0
  private var shortDefinitionBytes: UInt32 = 0
  /// Its positions in the rosters of its lanes.
  var rosterPosition = LaneRoster.Position()

  // Small fields stand together: each that stands alone takes eight bytes of every button.

  /// What stands for the display's tint in the round of `state`.
  var tint: ButtonTint?
  /// Whether the definition makes the button busy in that round.
  var isBusy = false
  var latestIsBusy = false
  /// Whether a client is pressing it.
  var isHighlighted = false
  /// Whether a client's pointer is over it.
  var isHovered = false
  /// Whether its definition may hide it, or it is hidden by an earlier one.
  var mayHide = false
  /// Whether it was hidden as of the last tick that found it dirty: it has no looks.
  var isHidden = false
  /// Whether it has been hidden: subscribers may know it as removed.
  var wasHidden = false
  /// The tint as of the last tick that found it dirty.
  var latestTint: ButtonTint?
  /// Whether its tint may be another than the display's.
  var mayHaveTint = false
  var phase = Phase.settled
  /// The number of its items in the batch that are not answered yet.
  var itemsLeft: UInt8 = 0
  /// It became dirty again while a lane was working on it.
  var isDirtyAgain = false
  /// Whether the answers are for an earlier definition.
  var answersOtherDefinition = false
  /// The system style that provides every property that nothing sets.
  let base: SystemStyle
  /// When the look became stale because its plugin is down; nil if it is not stale.
  var staleSince: UInt64?
  /// Whether its base holds only while the plugin has not answered.
  let hasBareStyle: Bool
  // What each look asks of the definition, kept because a question to a definition copies all of it.
  /// Whether its system style follows its state.
  let followsState: Bool
  /// Whether it has a shortcut or a menu.
  let hasShortcutOrMenu: Bool
  /// Whether what its presses do depends on their time.
  let isTimed: Bool
  /// A worker crashed on it, or had no room for its look: it is sent alone, after all other buttons.
  var isSuspect = false
  /// Workers crashed on it repeatedly: it is not sent to any lane until it is redefined.
  var isPoisoned = false
  /// Its definition comes from a file; no client has redefined it.
  var isFromFile = false
  /// What made it dirty.
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

  /// The definition's group, as matchers compare it.
  var group: UTF8String? { membership?.name }

  /// Its group, if something is said of that.
  var settings: ButtonGroup? { membership?.isDefined == true ? membership : nil }

  /// The index of the current stage.
  var stage: Int {
    get { Int(stageNumber) }
    set { stageNumber = UInt8(newValue) }
  }

  /// The length of its definition as JSON, in bytes.
  var definitionBytes: Int {
    get { Int(shortDefinitionBytes) }
    set { shortDefinitionBytes = UInt32(newValue) }
  }

  /// Whether nothing is drawn that its plugins did not set.
  var isBare: Bool { hasBareStyle && !answers.isEmpty && status?.isFallback != true }

  /// The current stage; nil if the daemon resolves the button without plugins.
  var currentStage: Stage? { stage < stages.count && !isPoisoned ? stages[stage] : nil }

  /// Whether the definition names a plugin but the route is empty, which an installed plugin may
  /// change.
  var isUnrouted: Bool {
    if !stages.isEmpty { return false }
    if case .plugin = definition.style { return true }
    return definition.handler != nil
  }

  /// Whether both buttons are drawn by the same style, even if the definitions name it differently.
  func hasStyle(of other: ButtonRecord) -> Bool {
    if definition.style == other.definition.style { return true }
    guard let mine = stages.first, let others = other.stages.first, mine.style != Stage.none else {
      return false
    }
    return mine.lane == others.lane && mine.style == others.style
  }

  /// The handle by which workers know the button: generation and slot.
  func handle(_ slot: ButtonSlot) -> UInt64 { UInt64(generation) << 32 | UInt64(slot.rawValue) }

  // MARK: What the current round or, between rounds, the last one sees

  /// The properties of its configuration; nil for a button without one.
  var configuration: PropertyList? {
    bindings == nil ? definition.configuration?.properties : bindings?.present.configuration
  }

  /// Its values for control states.
  var stateValues: StateValues { bindings?.present.stateValues ?? definition.stateValues }

  /// The arguments of its style and handler.
  var arguments: [Parameter] { bindings?.present.parameters ?? parameters }

  /// The entries of its menu.
  var menu: [MenuItem] { bindings?.present.menu ?? definition.menu }

  /// Its role.
  var role: ButtonRole { bindings?.present.role ?? definition.role }

  /// The status that clients see.
  var shownStatus: ButtonStatus? { lost?.status(over: status) ?? status }

  /// Begins a round with the latest control state.
  func takeLatestState() {
    state = latestState
    isBusy = latestIsBusy
    if mayHaveTint {
      tint = latestTint
      groupProperties = settings?.properties ?? PropertyList()
    }
    if let bindings { bindings.present = bindings.latest }
  }

  /// Notes that the button must be resolved again because of a change that the tick after `tick`
  /// takes in.
  func repeatAfter(_ tick: UInt64) {
    dirtyAgainSince = isDirtyAgain ? min(dirtyAgainSince, tick + 1) : tick + 1
    isDirtyAgain = true
  }
}
