package import JSONRPC

package struct SyncRequest: Request, Hashable {
  package typealias Response = SyncResponse
  package static let method = Method(
    "sync", for: .read,
    "Answered once every change applied before it is published, after the frames on this connection.",
    errors: .change)
  package static let longestTimeoutMs = 60_000
  /// The timeout without `timeoutMs`.
  package static let usualTimeoutMs = 5_000

  package var timeoutMs: Int?
  package var fleet = false

  package init() {}

  package init(timeoutMs: Int?, fleet: Bool = false) {
    self.timeoutMs = timeoutMs
    self.fleet = fleet
  }

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
    try fields.optional("timeoutMs", &timeoutMs, as: TimeoutForm())
    try fields.flag("fleet", &fleet, "Also what the fleet had when this was asked.")
  }
}

package struct TimeoutForm: FieldForm {
  package var schema: Schema {
    .json(
      """
      {"type":"integer","minimum":1,"maximum":\(SyncRequest.longestTimeoutMs),\
      "default":\(SyncRequest.usualTimeoutMs)}
      """)
  }

  package func read(_ json: JSONElement) throws(ProtocolError) -> Int {
    let timeout = try Int(json: json)
    guard (1...SyncRequest.longestTimeoutMs).contains(timeout) else {
      throw .invalidParams("must be from 1 to \(SyncRequest.longestTimeoutMs), but is \(timeout)")
    }
    return timeout
  }
}

package struct SyncResponse: Message, Hashable {
  package var epoch = ""
  package var tick: UInt64 = 0
  package var revision: UInt64 = 0
  package var fleet: [ScopeRevision]?

  package init() {}

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
    try fields.required(.epoch, &epoch, as: .epoch)
    try fields.required(.tick, &tick, as: .tick)
    try fields.required(.revision, &revision, as: .revision)
    try fields.optional("fleet", &fleet, "How far each scope of the fleet is shown.")
  }
}
