import ButtonEngine
import ButtonModel
import ButtonProtocol
import JSONRPC

/// `menu.choose`: chooses an entry of a button's menu.
enum MenuChoose: Handler {
  typealias Message = MenuChooseRequest

  static func handle(
    _ call: Call, into writer: inout JSONWriter
  ) throws(ProtocolError) -> Outcome {
    let request = try MenuChooseRequest(params: call.params)
    let id = UTF8String(request.button)
    call.beginChange(request.wait)
    let performed: Performed
    do {
      performed = try call.engine.choose(request.item, inMenuOf: id)
    } catch {
      throw ProtocolError(error, in: .menu)
    }
    return try call.finish(performed, of: id, item: request.item, request.wait, into: &writer)
  }
}
