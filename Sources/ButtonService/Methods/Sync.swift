import ButtonEngine
import ButtonProtocol
import JSONRPC

enum Sync: Handler {
  typealias Message = SyncRequest

  static func handle(
    _ call: Call, into writer: inout JSONWriter
  ) throws(ProtocolError) -> Outcome {
    let request = try SyncRequest(params: call.params)
    if call.isNotification { return .answered }
    let ticket = call.ticket()
    let milliseconds = request.timeoutMs ?? SyncRequest.usualTimeoutMs
    if request.fleet, let fleet = call.service.fleet {
      fleet.sync(ticket, timeout: UInt64(milliseconds) * 1_000_000)
      return .deferred(ticket)
    }
    call.engine.sync(ticket, timeout: UInt64(milliseconds) * 1_000_000, now: call.now)
    return .deferred(ticket)
  }
}
