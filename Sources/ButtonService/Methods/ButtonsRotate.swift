import ButtonEngine
import ButtonModel
import ButtonProtocol
import JSONRPC

/// `buttons.rotate`: turns a button by some steps, as an encoder does.
enum ButtonsRotate: Handler {
  typealias Message = ButtonsRotateRequest

  static func handle(
    _ call: Call, into writer: inout JSONWriter
  ) throws(ProtocolError) -> Outcome {
    let request = try ButtonsRotateRequest(params: call.params)
    let id = UTF8String(request.id)
    call.beginChange(request.wait)
    let performed: Performed
    do {
      performed = try call.engine.rotate(id, by: request.delta)
    } catch {
      throw ProtocolError(error, in: .button)
    }
    return try call.finish(performed, of: id, request.wait, into: &writer)
  }
}
