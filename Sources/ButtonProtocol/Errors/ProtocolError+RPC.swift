import ButtonModel
package import JSONRPC

extension ProtocolError {
  /// Room for the longest state key where keys stand.
  private static let maximumPathBytes = 512
  /// `Excerpt` keeps each part that a message repeats short.
  private static let maximumMessageBytes = 4096

  package var rpcError: RPCError {
    var details: [RPCError.Detail] = []
    if let limit { details.append(RPCError.Detail("limit", .string(limit))) }
    if let value { details.append(RPCError.Detail("value", .int(Int64(value)))) }
    if let revision { details.append(RPCError.Detail("revision", .int(Int64(revision)))) }
    if let applied { details.append(RPCError.Detail("applied", .bool(applied))) }
    if let request { details.append(RPCError.Detail("request", .string(request))) }
    return RPCError(
      RPCErrorCode(Int32(reason.code), reason: reason.rawValue),
      Excerpt(message, atMost: ProtocolError.maximumMessageBytes).description,
      path: path.map { Excerpt($0, atMost: ProtocolError.maximumPathBytes).description },
      details: details)
  }

  /// An unknown code becomes an internal error.
  package init(_ view: RPCErrorView) {
    self.init(
      ErrorReason(code: Int(view.code.number)) ?? .internalError, view.message?.string ?? "",
      path: view.path?.string)
    guard let data = view.data.flatMap({ try? ErrorData(json: $0) }) else { return }
    limit = data.limit
    value = data.value
    revision = data.revision
    applied = data.applied
    request = data.request
  }
}

package struct ErrorData: WireObject {
  package static var schema: Schema {
    .named("ErrorData", "The `data` of an error.", .table(Self.self))
  }

  private var reason = ""
  private var path: String?
  fileprivate private(set) var limit: String?
  fileprivate private(set) var value: Int?
  fileprivate private(set) var revision: UInt64?
  fileprivate private(set) var applied: Bool?
  fileprivate private(set) var request: String?

  package init() {}

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
    try fields.expected("reason", &reason, as: .choice(ErrorReason.allCases.map(\.rawValue)))
    try fields.optional("path", &path, "The place in the request.")
    try fields.optional("limit", &limit, "The name of the limit.")
    try fields.optional("value", &value, "Its value.")
    try fields.optional(.revision, &revision, as: .revision)
    try fields.optional("applied", &applied, "The change stands in memory.")
    try fields.optional(
      "request", &request, as: .requestNumber, "Its outcome can be asked for with fleet.outcome.")
  }
}
