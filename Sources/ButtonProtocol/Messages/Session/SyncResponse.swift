package import JSONRPC

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
