import ButtonEngine
import ButtonProtocol
import JSONRPC

/// One request on its way through its method.
struct ServiceCall {
  let session: Session
  let connection: ConnectionID
  let params: JSONElement?
  /// Names the request, should its answer come later.
  let ticket: Ticket
  /// Nanoseconds of a monotonic clock.
  let now: UInt64
}
