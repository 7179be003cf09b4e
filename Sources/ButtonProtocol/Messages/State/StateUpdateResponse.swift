package import ButtonModel
package import JSONRPC

/// The keys that have another value than before, and their values now.
package struct StateUpdateResponse: Message, Hashable {
  package var revision: UInt64
  package var changed: [UTF8String]
  package var values: StateMembers

  package init(revision: UInt64, changed: [UTF8String], values: StateMembers) {
    self.revision = revision
    self.changed = changed
    self.values = values
  }

  package init(_ members: Members) throws(ProtocolError) {
    revision = try members.required("revision")
    changed = try members.required("changed")
    values = try members.required("values")
  }

  package func writeMembers(into writer: inout JSONWriter) {
    writer.member("revision", revision)
    writer.member("changed", changed)
    writer.member("values", values)
  }
}
