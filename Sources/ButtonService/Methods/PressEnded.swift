import ButtonEngine
import ButtonProtocol
import JSONRPC

/// `press.ended`: a press is released, and performs the action if it was pressing till then.
enum PressEnded: Handler {
  typealias Message = PressEndedRequest
  static let right = Role.press

  static func handle(
    _ call: Call, into writer: inout JSONWriter
  ) throws(ProtocolError) -> Outcome {
    let request = try PressEndedRequest(params: call.params)
    return try call.press(request.id, .ended(request.location), request.wait, into: &writer)
  }
}
