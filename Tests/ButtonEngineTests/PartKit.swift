import ButtonModel
import ButtonProtocol
import ButtonStore
import JSONRPC

@testable import ButtonEngine

/// The parts of an engine, each made when it is asked for, without the engine around them.
final class PartKit {
  let context: EngineContext
  let lanes = LaneTable()
  let subscriptions = ButtonSubscriptions()
  private(set) lazy var buttons = ButtonTable(context)
  private(set) lazy var looks = LookBoard(
    context, lanes: lanes, buttons: buttons, subscriptions: subscriptions)
  private(set) lazy var derived = context.derived
  private(set) lazy var gate = DurabilityGate(context, buttons: buttons, derived: derived)
  private(set) lazy var presses = ActivePresses(context, lanes: lanes, buttons: buttons)
  private(set) lazy var plugins = PluginScheduler(
    context, lanes: lanes, buttons: buttons, looks: looks, presses: presses)

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

  /// Queues what is dirty, as the beginning of a tick does.
  func enqueueDirty() {
    context.store.beginPass()
    plugins.enqueueDirty()
  }
}
