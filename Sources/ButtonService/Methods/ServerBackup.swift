import ButtonEngine
import ButtonProtocol
import JSONRPC

enum ServerBackup: Handler {
  typealias Message = ServerBackupRequest

  static func handle(
    _ call: Call, into writer: inout JSONWriter
  ) throws(ProtocolError) -> Outcome {
    _ = try ServerBackupRequest(params: call.params)
    guard let backUp = call.service.backUp else {
      throw .notFound(
        "nothing is kept that a backup could have: the daemon is --ephemeral, or its durability none"
      )
    }
    return try call.answerLater(into: &writer, by: backUp)
  }
}
