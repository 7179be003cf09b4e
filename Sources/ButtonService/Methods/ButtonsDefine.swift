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
    try call.checkDefinitions(in: .buttons)
    let request =
      if let list = try call.service.prepared?.takeDefinitions() {
        try ButtonsDefineRequest(list, params: call.params)
      } else {
        try ButtonsDefineRequest(params: call.params)
      }
    if let scope = try call.scope(ofDefinitions: request.buttons.map(\.id)) {
      return try share(request, in: scope, call, into: &writer)
    }
    let revision: UInt64
    do {
      revision = try call.engine.commit(Definitions(buttons: request.buttons)).revision
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

  /// Hands the definitions to the fleet, which has all of them or none.
  private static func share(
    _ request: ButtonsDefineRequest, in scope: Int, _ call: Call, into writer: inout JSONWriter
  ) throws(ProtocolError) -> Outcome {
    do throws(EngineError) {
      try call.engine.check(request.buttons)
    } catch {
      throw ProtocolError(error, in: .definitions(request.buttons))
    }
    let ids = request.buttons.map(\.id)
    return try call.share(
      request.buttons.compactMap { StateOperation(sharing: $0) }, in: scope, request.wait, ids,
      into: &writer
    ) { [warnings = request.warnings] revision, mark, writer in
      ButtonsDefineResponse(revision: revision, defined: ids, warnings: warnings, fleet: mark)
        .write(into: &writer)
    }
  }
}
