import ButtonModel
import ButtonProtocol
import ButtonStore
import JSONRPC

/// What the parts of an engine share: state, settings, clock and output.
final class EngineContext {
  var settings: EngineSettings {
    didSet {
      budget.adopt(settings)
      derived.adopt(settings)
    }
  }
  /// Identifies this run of the daemon.
  let epoch: String
  let store = Store()
  let clock = TickClock()
  let budget: TurnBudget
  let clients = ClientLedger()
  /// What the journal must get besides values.
  let unsaved = UnsavedEntries()
  let images = ImageTable()
  let leases: Leases
  let derived: DerivedKeys
  let clockKeys: ClockKeys
  let recentPresses: RecentPresses
  /// Nil without a fleet.
  var shared: SharedKeys?
  var journaledFleet = JournaledFleet()
  /// The keys that tell how scopes are doing.
  var fleetKeys: Set<UTF8String> = []
  /// What the requests being handled find compiled already.
  var prepared: PreparedExpressions?
  var statistics = EngineStatistics()
  var actions: [EngineAction] = []
  /// See ``Engine/takeTimedChanges()``.
  var timedChanges: [(change: TimedChange, now: UInt64?)] = []
  /// Scratch for the line or answer being written.
  var writer = JSONWriter()

  init(settings: EngineSettings = EngineSettings(), epoch: String) {
    self.settings = settings
    self.epoch = epoch
    budget = TurnBudget(settings)
    recentPresses = RecentPresses(store: store, clock: clock)
    leases = Leases(store: store, clients: clients, unsaved: unsaved)
    derived = DerivedKeys(store: store, budget: budget, leases: leases, settings)
    clockKeys = ClockKeys(
      store: store, derived: derived, leases: leases, isRunning: settings.tellsTime)
  }

  func finishLine() -> SharedLine {
    budget.bytesThisTurn += writer.count
    return SharedLine(copying: writer.bytes)
  }

  func answer(_ ticket: Ticket, _ result: Result<[UInt8], EngineError>) {
    actions.append(.answered(ticket, result))
  }

  /// Throws if `bytes` more would exceed a limit.
  func checkRoom(for bytes: Int, of connection: ConnectionID) throws(EngineError) {
    try clients.checkRoom(for: bytes, of: connection, within: settings.limits)
  }

  /// Whether some button may show that what feeds its keys is gone, or out of reach.
  var hasLost: Bool { leases.hasCommittedLost || shared?.stale.isEmpty == false }

  /// What is reserved in a line for what surrounds its records.
  static let tailRoom = 1_024

  /// The maximum bytes of the changes in one part of a frame or snapshot. Finding and writing that
  /// many takes a few milliseconds, so that other clients do not wait.
  var partRoom: Int {
    min(settings.limits.maxFrameBytes, settings.maximumPartBytes) - EngineContext.tailRoom
  }

  /// The bound of a search for the changes of one part.
  var partBound: SearchBound { SearchBound(work: budget.searchAllowance, bytes: partRoom) }

  /// The bytes of a line for records.
  var lineRoom: Int { settings.limits.maxFrameBytes - EngineContext.tailRoom }
}
