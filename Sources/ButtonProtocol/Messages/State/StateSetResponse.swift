package import ButtonModel
package import JSONRPC

/// The keys that have another value than before.
package struct StateSetResponse: Message, Hashable {
  package var revision: UInt64
  package var changed: [UTF8String]

  package init(revision: UInt64, changed: [UTF8String]) {
    self.revision = revision
    self.changed = changed
  }

  package init(_ members: Members) throws(ProtocolError) {
    revision = try members.required("revision")
    changed = try members.required("changed")
  }

  package func writeMembers(into writer: inout JSONWriter) {
    writer.member("revision", revision)
    writer.member("changed", changed)
  }
}
