package import ButtonModel
package import JSONRPC

/// Something that the engine asks its caller to do; actions are carried out in order.
package enum EngineAction {
  /// Send a batch to a lane's worker; `items` buttons of it must be answered.
  case sendBatch(lane: LaneID, sequence: UInt32, items: Int, payload: [UInt8])
  /// Send a pointer's event on one button to a lane's worker; it must be answered.
  case sendGesture(lane: LaneID, sequence: UInt32, payload: [UInt8])
  /// Send a batch to the version of a lane's plugin that is on trial.
  case sendTrial(lane: LaneID, sequence: UInt32, items: Int, payload: [UInt8])
  /// Send a line to these connections.
  case deliver(SharedLine, to: [ConnectionID])
  /// Answer a request: the text of its result object, or why not.
  indirect case answered(Ticket, Result<[UInt8], EngineError>)
  /// Tell subscribers to actions: a press that a style decided performed a button's action.
  indirect case performed(ButtonDefinition, client: String?, revision: UInt64)
  /// Write these changes to the journal and say what came of it; no further ones come before that.
  indirect case journal(JournalGroup)
  /// A button that a lane's worker died on has a new definition or is gone: its deaths count no more.
  indirect case forgetDeaths(handle: UInt64, lane: LaneID)
  /// A lane broke the rules of the channel; it must go.
  indirect case violation(lane: LaneID, message: String)
}
