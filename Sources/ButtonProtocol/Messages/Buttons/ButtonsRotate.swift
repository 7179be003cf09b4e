package import JSONRPC

package struct ButtonsRotateRequest: Request, Hashable {
  package typealias Response = ButtonsTriggerResponse
  package static let method = Method(
    "buttons.rotate", for: .press,
    "Turns a button by some steps, as an encoder does: performs the action of its rotation.",
    errors: .press)

  /// The steps allowed either way; 0 is refused.
  package static let deltas: ClosedRange<Int> = -1_000...1_000

  package var id = ""
  package var delta: Int = 0
  package var wait: Wait?

  package init() {}

  package init(id: String, delta: Int, wait: Wait? = nil) {
    self.id = id
    self.delta = delta
    self.wait = wait
  }

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
    try fields.required(.id, &id, as: .buttonID)
    try fields.required(
      "delta", &delta, as: RotationForm(), "In steps; clockwise is above 0, and 0 is refused.")
    try fields.optional(.wait, &wait)
  }
}

package struct RotationForm: FieldForm {
  package var schema: Schema {
    let range = ButtonsRotateRequest.deltas
    return .json(
      #"""
      {"type":"integer","minimum":\#(range.lowerBound),"maximum":\#(range.upperBound),"not":{"const":0}}
      """#)
  }

  package func read(_ json: JSONElement) throws(ProtocolError) -> Int {
    let (delta, range) = (try Int(json: json), ButtonsRotateRequest.deltas)
    guard range.contains(delta), delta != 0 else {
      throw .invalidParams(
        "must be from \(range.lowerBound) to \(range.upperBound), and not 0, but is \(delta)")
    }
    return delta
  }
}
