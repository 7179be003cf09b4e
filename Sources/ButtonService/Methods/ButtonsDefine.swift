import ButtonEngine
import ButtonModel
import ButtonProtocol
import JSONRPC

/// `buttons.define`: defines all of the buttons or none.
enum ButtonsDefine: Handler {
  typealias Message = ButtonsDefineRequest

  static func handle(
    _ call: Call, into writer: inout JSONWriter
  ) throws(ProtocolError) -> Outcome {
    let request = try ButtonsDefineRequest(params: call.params)
    let revision: UInt64
    do {
      revision = try call.engine.define(request.buttons)
    } catch {
      throw ProtocolError(error, in: .definitions(request.buttons))
    }
    let start = writer.count
    ButtonsDefineResponse(
      revision: revision, defined: request.buttons.map(\.id), warnings: request.warnings
    ).write(into: &writer)
    return try call.finish(
      request.wait, of: call.engine.scope(buttons: request.buttons.map { UTF8String($0.id) }),
      from: start, of: writer)
  }
}
