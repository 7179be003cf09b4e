package import ButtonProtocol
package import JSONRPC

extension Service {
  /// The error ends the connection.
  package func refuseTooLongLine(into output: inout JSONWriter) {
    let limit = limits.maxLineBytes
    var error = ProtocolError(
      .invalidRequest, "a line has at most \(limit) bytes; the connection is closed")
    error.limit = "maxLineBytes"
    error.value = limit
    Service.refuse(error, into: &output)
  }

  package static func refuseStranger(into output: inout JSONWriter) {
    refuse(
      ProtocolError(
        .forbidden, "this user may not connect: the daemon's configuration names those who may"),
      into: &output)
  }

  /// Refuses a client whose role a reload has lowered or removed.
  package static func refuseFormerRole(_ role: Role?, into output: inout JSONWriter) {
    guard let role else { return refuseStranger(into: &output) }
    refuse(
      ProtocolError(
        .forbidden,
        "the daemon's configuration now gives this user the role \(role.rawValue): connect again"),
      into: &output)
  }

  package func refuseConnection(into output: inout JSONWriter) {
    let limit = limits.connections
    Service.refuse(
      .limitExceeded(
        "connections", value: limit, "there are \(limit) connections already: try again later"),
      into: &output)
  }

  /// The connection would use up the daemon's descriptors, of which it may have `limit`.
  package static func refuseConnection(
    atOpenFiles limit: Int, into output: inout JSONWriter
  ) {
    refuse(
      .limitExceeded(
        "openFiles", value: limit,
        "the daemon may have \(limit) files open, and clients have their part of them: try again later,"
          + " or raise that limit (LimitNOFILE of its unit)"),
      into: &output)
  }

  package func refuseUserConnection(into output: inout JSONWriter) {
    let limit = limits.userConnections
    Service.refuse(
      .limitExceeded(
        "userConnections", value: limit,
        "this user has \(limit) connections already: close some first"),
      into: &output)
  }

  /// Refuses the client with the largest backlog when clients use too much memory.
  package func refuseClientBytes(into output: inout JSONWriter) {
    let limit = limits.clientBytes
    Service.refuse(
      .limitExceeded(
        "clientBytes", value: limit,
        "more than \(limit) bytes are kept for clients, and the most for this user and connection:"
          + " read what you are sent, end your lines, and watch less"), into: &output)
  }

  private static func refuse(_ error: ProtocolError, into output: inout JSONWriter) {
    output.failure(RequestIDView.null, error.rpcError)
    output.endLine()
  }
}
