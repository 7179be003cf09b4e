import ButtonModel
package import JSONRPC

extension ProtocolError {
  /// The most bytes of a path in a response: room for the longest state key where keys stand.
  private static let maximumPathBytes = 512
  /// The most bytes of a message, in which `Excerpt` keeps each thing that is repeated short.
  private static let maximumMessageBytes = 4096

  /// The error as a response carries it.
  package var rpcError: RPCError {
    var details: [RPCError.Detail] = []
    if let limit { details.append(RPCError.Detail("limit", .string(limit))) }
    if let value { details.append(RPCError.Detail("value", .int(Int64(value)))) }
    if let revision { details.append(RPCError.Detail("revision", .int(Int64(revision)))) }
    if let applied { details.append(RPCError.Detail("applied", .bool(applied))) }
    return RPCError(
      RPCErrorCode(Int32(reason.code), reason: reason.rawValue),
      Excerpt(message, atMost: ProtocolError.maximumMessageBytes).description,
      path: path.map { Excerpt($0, atMost: ProtocolError.maximumPathBytes).description },
      details: details)
  }

  /// The error that a response carries; one of an unknown code becomes an internal one.
  package init(_ view: RPCErrorView) {
    self.init(
      ErrorReason(code: Int(view.code.number)) ?? .internalError, view.message?.string ?? "",
      path: view.path?.string)
    limit = view.data?.member("limit")?.string
    value = view.data?.member("value")?.int.map { Int($0) }
    revision = view.data?.member("revision")?.int.flatMap { UInt64(exactly: $0) }
    applied = view.data?.member("applied")?.bool
  }
}
