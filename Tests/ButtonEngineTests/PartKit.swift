import ButtonModel
import ButtonProtocol
import ButtonStore
import JSONRPC

@testable import ButtonEngine

/// The parts of an engine, each made when it is asked for, without the engine around them.
final class PartKit {
  let context: EngineContext
  let lanes = LaneTable()
  let connections = ConnectionTable()
  let subscriptions = ButtonSubscriptions()
  private(set) lazy var buttons = ButtonTable(context)
  private(set) lazy var looks = LookBoard(
    context, lanes: lanes, buttons: buttons, subscriptions: subscriptions)
  private(set) lazy var derived = context.derived
  private(set) lazy var gate = DurabilityGate(context, buttons: buttons, derived: derived)
  private(set) lazy var state = StateWriter(context, durability: gate, derived: derived)
  private(set) lazy var presses = PressController(
    context, lanes: lanes, buttons: buttons, state: state)
  private(set) lazy var plugins = PluginScheduler(
    context, lanes: lanes, buttons: buttons, looks: looks, presses: presses)
  private(set) lazy var frames = FramePublisher(
    context, buttons: buttons, looks: looks, subscriptions: subscriptions,
    connections: connections)
  private(set) lazy var states = StatePublisher(
    context, connections: connections, durability: gate, derived: derived)
  private(set) lazy var hovers = HoverController(context, buttons: buttons, looks: looks)
  private(set) lazy var definer = ButtonDefiner(
    context, plugins: plugins, frames: frames, durability: gate, hovers: hovers)
  private(set) lazy var explainer = Explainer(context, plugins: plugins)
  private(set) lazy var snapshots = SnapshotQueue(
    context, plugins: plugins, frames: frames, explainer: explainer)
  private(set) lazy var waits = WaitList(
    context, plugins: plugins, frames: frames, durability: gate, derived: derived,
    snapshots: snapshots)
  private(set) lazy var gestures = GestureDispatcher(
    context, plugins: plugins, durability: gate, waits: waits)

  init(_ settings: EngineSettings = EngineSettings()) {
    context = EngineContext(settings: settings, epoch: "epoch")
  }

  /// Puts a button into the table, dirty as it is at first.
  @discardableResult
  func insert(
    _ definition: ButtonDefinition
  ) throws -> (slot: ButtonSlot, record: ButtonRecord) {
    let route = try lanes.route(definition, index: 0)
    let record = buttons.makeRecord(definition, route, bytes: 100)
    let slot = buttons.insert(record)
    buttons.track(slot, record)
    buttons.markDirty(slot, record, .definition)
    return (slot, record)
  }

  /// Adds a lane for a plugin, as if its worker were ready.
  @discardableResult
  func addLane(_ plugin: FakePlugin) -> Lane {
    let lane = lanes.append(plugin.descriptor, graceEnds: 0)
    lane.isReady = true
    return lane
  }

  /// Sets a key.
  func set(_ key: UTF8String, _ value: StateValue) throws {
    var changes = ChangeSet()
    changes.append(StateOperation(key: key, kind: .set(value)))
    _ = try state.apply(&changes)
  }

  /// Commits what was set.
  func commit() {
    context.clock.committedRevision = context.store.revision
    _ = context.store.commit()
  }

  /// Queues what is dirty, as the beginning of a tick does.
  func enqueueDirty() {
    context.store.beginPass()
    plugins.enqueueDirty()
  }

  /// The lines to deliver since the last call, and to whom.
  func takeDeliveries() -> [(line: String, receivers: [UInt32])] {
    defer { context.actions = [] }
    return context.actions.compactMap { action in
      guard case .deliver(let line, let receivers) = action else { return nil }
      return (String(decoding: line.bytes, as: UTF8.self), receivers.map(\.rawValue))
    }
  }

  /// The answers since the last call; nil for a refusal.
  func takeAnswers() -> [(serial: UInt64, text: String?)] {
    defer { context.actions = [] }
    return context.actions.compactMap { action in
      guard case .answered(let ticket, let result) = action else { return nil }
      return (ticket.serial, (try? result.get()).map { String(decoding: $0, as: UTF8.self) })
    }
  }

  /// A ticket of a connection.
  func ticket(_ connection: UInt32 = 1, _ serial: UInt64 = 1) -> Ticket {
    Ticket(connection: ConnectionID(rawValue: connection), serial: serial)
  }
}
