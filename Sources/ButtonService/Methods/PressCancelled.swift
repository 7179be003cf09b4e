import ButtonEngine
import ButtonProtocol
import JSONRPC

/// `press.cancelled`: a press comes to nothing.
enum PressCancelled: Handler {
  typealias Message = PressCancelledRequest
  static let right = Role.press

  static func handle(
    _ call: Call, into writer: inout JSONWriter
  ) throws(ProtocolError) -> Outcome {
    let request = try PressCancelledRequest(params: call.params)
    return try call.press(request.id, .cancelled, request.wait, into: &writer)
  }
}
