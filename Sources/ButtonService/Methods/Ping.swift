import ButtonProtocol
import JSONRPC

enum Ping: Handler {
  typealias Message = PingRequest

  static func handle(
    _ call: Call, into writer: inout JSONWriter
  ) throws(ProtocolError) -> Outcome {
    EmptyResponse().write(into: &writer)
    return .answered
  }
}
