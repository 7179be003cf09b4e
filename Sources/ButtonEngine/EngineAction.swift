package import ButtonModel
package import JSONRPC

/// Something for the engine's caller to do. Actions are carried out in order.
package enum EngineAction {
  /// Send a batch to a lane's worker, which must answer its `items` buttons.
  case sendBatch(lane: LaneID, sequence: UInt32, items: Int, payload: [UInt8])
  /// Send a pointer event on a button to a lane's worker, which must answer it.
  case sendGesture(lane: LaneID, sequence: UInt32, payload: [UInt8])
  /// Send a batch to the version of a lane's plugin that is on trial.
  case sendTrial(lane: LaneID, sequence: UInt32, items: Int, payload: [UInt8])
  /// The version on trial has passed, and no frame is open: put it in force, in this turn.
  case takeOver(lane: LaneID)
  /// Send a line to these connections.
  case deliver(SharedLine, to: [ConnectionID])
  /// Answer a request with the JSON of its result object, or with an error.
  indirect case answered(Ticket, Result<[UInt8], EngineError>)
  /// Notify subscribers to actions.
  indirect case performed(PerformedAction)
  /// Write changes to the journal and report the outcome. The next group is not produced before
  /// that.
  indirect case journal(JournalGroup)
  /// A button that a lane's worker died on has a new definition or is gone: its deaths count no more.
  indirect case forgetDeaths(handle: UInt64, lane: LaneID)
  /// Stop a lane's worker, which has violated the protocol of the channel.
  indirect case violation(lane: LaneID, message: String)
}
