import ButtonProtocol

/// An explanation that waits for what a style makes of a button without the handler after it, of
/// which the answer on show has only the outcome of both.
struct ExplainQuery {
  let request: ExplainRequest
  let ticket: Ticket
  let traitSet: Int
  /// Where style and handler run, among the lanes that the button passes.
  let stage: Int
  let lane: LaneID
  /// The batch that asks for it.
  let sequence: UInt32
  /// The generation of the button's definition.
  let generation: UInt32
}
