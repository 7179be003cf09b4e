package import ButtonProtocol
import JSONRPC

/// One client's conversation: who it is, what it may do, and which requests wait for their answer.
package final class Session {
  /// What it may do; only ever lowered.
  package internal(set) var role: Role
  /// The name it gave itself; empty until it does.
  package internal(set) var client = ""

  /// A request whose answer comes later.
  struct Waiting {
    /// Nil for a notification, which nobody waits for.
    let id: RequestID?
    /// The batch whose answer it belongs to.
    let batch: BatchAnswer?
  }

  var waiting: [UInt64: Waiting] = [:]

  init(role: Role) { self.role = role }
}

/// The one answer to a batch, until its last member is known.
final class BatchAnswer {
  /// The answers so far, with commas between them.
  var text = JSONWriter()
  /// Members that are still to be answered.
  var outstanding = 0
  /// All members have been read.
  var isComplete = false
}
