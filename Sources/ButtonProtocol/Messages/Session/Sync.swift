package import JSONRPC

/// Asks to be told when every change applied before has been published and written.
package struct SyncRequest: Request, Hashable {
  package typealias Response = SyncResponse
  package static let method: StaticString = "sync"
  /// The longest time that may be asked for, in milliseconds.
  package static let longestTimeoutMs = 60_000
  /// The time without `timeoutMs`, in milliseconds.
  package static let usualTimeoutMs = 5_000

  /// Milliseconds; 5,000 without it, at most 60,000.
  package var timeoutMs: Int?

  package init(timeoutMs: Int? = nil) {
    self.timeoutMs = timeoutMs
  }

  package init(_ members: Members) throws(ProtocolError) {
    timeoutMs = try members.optional("timeoutMs")
    if let timeoutMs, !(1...SyncRequest.longestTimeoutMs).contains(timeoutMs) {
      throw .invalidParams(
        "must be from 1 to \(SyncRequest.longestTimeoutMs), but is \(timeoutMs)",
        path: "timeoutMs")
    }
  }

  package func writeMembers(into writer: inout JSONWriter) {
    writer.member("timeoutMs", ifPresent: timeoutMs)
  }
}

/// Every change that was applied before has been published.
package struct SyncResponse: Message, Hashable {
  package var epoch: String
  package var tick: UInt64
  package var revision: UInt64

  package init(epoch: String, tick: UInt64, revision: UInt64) {
    self.epoch = epoch
    self.tick = tick
    self.revision = revision
  }

  package init(_ members: Members) throws(ProtocolError) {
    epoch = try members.required("epoch")
    tick = try members.required("tick")
    revision = try members.required("revision")
  }

  package func writeMembers(into writer: inout JSONWriter) {
    writer.member("epoch", epoch)
    writer.member("tick", tick)
    writer.member("revision", revision)
  }
}
