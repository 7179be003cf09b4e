package import ButtonModel
package import JSONRPC

/// Sets keys to values, all or nothing.
package struct StateSetRequest: Request, Hashable {
  package typealias Response = StateSetResponse
  package static let method: StaticString = "state.set"

  package var values: StateMembers
  /// Apply only if no key named has changed after this revision.
  package var ifRevision: UInt64?
  package var wait: Wait?

  package init(values: StateMembers, ifRevision: UInt64? = nil, wait: Wait? = nil) {
    self.values = values
    self.ifRevision = ifRevision
    self.wait = wait
  }

  package init(_ members: Members) throws(ProtocolError) {
    values = try members.required("values")
    ifRevision = try members.optional("ifRevision")
    wait = try members.optional("wait")
  }

  package func writeMembers(into writer: inout JSONWriter) {
    writer.member("values", values)
    writer.member("ifRevision", ifPresent: ifRevision)
    writer.member("wait", ifPresent: wait)
  }
}

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
