import ButtonEngine
import ButtonProtocol
import JSONRPC

/// `press.moved`: a press goes on somewhere else.
enum PressMoved: Handler {
  typealias Message = PressMovedRequest
  static let right = Role.press

  static func handle(
    _ call: Call, into writer: inout JSONWriter
  ) throws(ProtocolError) -> Outcome {
    let request = try PressMovedRequest(params: call.params)
    return try call.press(request.id, .moved(request.location), request.wait, into: &writer)
  }
}
