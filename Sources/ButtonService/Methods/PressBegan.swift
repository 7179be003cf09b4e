import ButtonEngine
import ButtonProtocol
import JSONRPC

/// `press.began`: a press begins, unless the button is disabled or busy.
enum PressBegan: Handler {
  typealias Message = PressBeganRequest
  static let right = Role.press

  static func handle(
    _ call: Call, into writer: inout JSONWriter
  ) throws(ProtocolError) -> Outcome {
    let request = try PressBeganRequest(params: call.params)
    return try call.press(request.id, .began(request.location), request.wait, into: &writer)
  }
}
