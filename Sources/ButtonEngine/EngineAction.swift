package import ButtonModel
package import JSONRPC

/// Something for the engine's caller to do, in order.
package enum EngineAction {
  /// The worker must answer the batch's `items` buttons.
  case sendBatch(lane: LaneID, sequence: UInt32, items: Int, payload: [UInt8])
  /// A pointer event on a button, which the worker must answer.
  case sendGesture(lane: LaneID, sequence: UInt32, payload: [UInt8])
  /// Sends a batch to the version on trial.
  case sendTrial(lane: LaneID, sequence: UInt32, items: Int, payload: [UInt8])
  /// The version on trial has passed, and no frame is open: put it in force in this turn.
  case takeOver(lane: LaneID)
  case deliver(SharedLine, to: [ConnectionID])
  /// Answers with the JSON of the result object.
  indirect case answered(Ticket, Result<[UInt8], EngineError>)
  /// Notify subscribers to actions.
  indirect case performed(PerformedAction)
  /// Report the outcome: the next group is not produced before that.
  indirect case journal(JournalGroup)
  /// A button that a worker died on is redefined or gone: its deaths count no more.
  indirect case forgetDeaths(handle: UInt64, lane: LaneID)
  /// Stop the worker, which has violated the channel's protocol.
  indirect case violation(lane: LaneID, message: String)
}
