import ButtonEngine
import ButtonProtocol
import JSONRPC

/// Reloads the configuration as a whole or not at all.
enum ServerReload: Handler {
  typealias Message = ServerReloadRequest

  static func handle(
    _ call: Call, into writer: inout JSONWriter
  ) throws(ProtocolError) -> Outcome {
    _ = try ServerReloadRequest(params: call.params)
    guard let reload = call.service.reload else {
      ServerReloadResponse(
        revision: call.engine.revision, theme: "default",
        warnings: ["there is no configuration file to read; start the daemon with --config FILE"]
      ).write(into: &writer)
      return .answered
    }
    return try call.answerLater(into: &writer, isChange: true, by: reload)
  }
}
