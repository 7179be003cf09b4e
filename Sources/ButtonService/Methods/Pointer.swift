import ButtonEngine
import ButtonModel
import ButtonProtocol
import JSONRPC

enum PointerEntered: Handler {
  typealias Message = PointerEnteredRequest

  static func handle(
    _ call: Call, into writer: inout JSONWriter
  ) throws(ProtocolError) -> Outcome {
    let request = try PointerEnteredRequest(params: call.params)
    return try call.pointer(over: request.id, isOver: true, request.wait, into: &writer)
  }
}

enum PointerExited: Handler {
  typealias Message = PointerExitedRequest

  static func handle(
    _ call: Call, into writer: inout JSONWriter
  ) throws(ProtocolError) -> Outcome {
    let request = try PointerExitedRequest(params: call.params)
    return try call.pointer(over: request.id, isOver: false, request.wait, into: &writer)
  }
}

extension Call {
  fileprivate func pointer(
    over id: String, isOver: Bool, _ wait: Wait?, into writer: inout JSONWriter
  ) throws(ProtocolError) -> Outcome {
    let id = UTF8String(id)
    do {
      try engine.hover(id, isOver: isOver, session.connection)
    } catch {
      throw ProtocolError(error, in: .button)
    }
    let start = writer.count
    EmptyResponse().write(into: &writer)
    return try finish(
      wait, of: engine.scope(buttons: [id]), from: start, of: writer, isChange: false)
  }
}
