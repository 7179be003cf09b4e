import ButtonStore
import JSONRPC

/// What the parts of an engine share: the state, the settings, the clock, and where output goes.
final class EngineContext {
  var settings: EngineSettings { didSet { budget.adopt(settings) } }
  /// Names this life of the daemon.
  let epoch: String
  let store = Store()
  let clock = TickClock()
  let budget: TurnBudget
  /// Counts the bytes kept for clients.
  let clients = ClientLedger()
  var statistics = EngineStatistics()
  /// What the caller must do, in order.
  var actions: [EngineAction] = []
  /// Memory for the line or answer that is being written.
  var writer = JSONWriter()

  /// The context of an engine without state.
  init(settings: EngineSettings = EngineSettings(), epoch: String) {
    self.settings = settings
    self.epoch = epoch
    budget = TurnBudget(settings)
  }

  /// Makes a line of what was written.
  func finishLine() -> SharedLine {
    budget.bytesThisTurn += writer.count
    return SharedLine(copying: writer.bytes)
  }

  /// Answers a request.
  func answer(_ ticket: Ticket, _ result: Result<[UInt8], EngineError>) {
    actions.append(.answered(ticket, result))
  }

  /// Refuses to keep more bytes for a client where that would exceed a limit.
  func checkRoom(for bytes: Int, of connection: ConnectionID) throws(EngineError) {
    try clients.checkRoom(for: bytes, of: connection, within: settings.clientBytes)
  }

  /// Bytes kept in a line for what surrounds its records.
  static let tailRoom = 1_024

  /// Bytes of the changes in a part of a snapshot, or in a line that brings one client up to date; it is
  /// searched and written in a few milliseconds, so that others do not wait.
  var partRoom: Int {
    min(settings.maximumFrameBytes, settings.maximumPartBytes) - EngineContext.tailRoom
  }

  /// How far one search goes for such a part.
  var partBound: SearchBound { SearchBound(work: budget.searchAllowance, bytes: partRoom) }

  /// The bytes that records may take in a line.
  var lineRoom: Int { settings.maximumFrameBytes - EngineContext.tailRoom }
}
