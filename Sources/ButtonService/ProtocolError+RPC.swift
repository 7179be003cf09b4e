import ButtonProtocol
import JSONRPC

extension ProtocolError {
  /// The error as it is written.
  var rpc: RPCError {
    var details: [RPCError.Detail] = []
    if let limit { details.append(RPCError.Detail("limit", .string(limit))) }
    if let value { details.append(RPCError.Detail("value", .int(Int64(value)))) }
    if let revision {
      details.append(RPCError.Detail("revision", .int(Int64(clamping: revision))))
    }
    if let applied { details.append(RPCError.Detail("applied", .bool(applied))) }
    return RPCError(
      RPCErrorCode(Int32(reason.code), reason: reason.rawValue), message, path: path, details: details)
  }
}
