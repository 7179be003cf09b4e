import ButtonEngine
import ButtonModel
import ButtonProtocol
import JSONRPC

enum LayoutReport: Handler {
  typealias Message = LayoutReportRequest

  static func handle(
    _ call: Call, into writer: inout JSONWriter
  ) throws(ProtocolError) -> Outcome {
    let request = try LayoutReportRequest(params: call.params)
    do {
      try call.engine.reportLayout(
        of: UTF8String(request.id), size: request.size, call.session.connection)
    } catch {
      throw ProtocolError(error, in: .button)
    }
    EmptyResponse().write(into: &writer)
    return .answered
  }
}
