package import ButtonModel
package import JSONRPC

/// Changes keys by operations, all or nothing.
package struct StateUpdateRequest: Request, Hashable {
  package typealias Response = StateUpdateResponse
  package static let method: StaticString = "state.update"

  package var operations: [StateOperation]
  /// Apply only if no key named has changed after this revision.
  package var ifRevision: UInt64?
  package var wait: Wait?

  package init(operations: [StateOperation], ifRevision: UInt64? = nil, wait: Wait? = nil) {
    self.operations = operations
    self.ifRevision = ifRevision
    self.wait = wait
  }

  package init(_ members: Members) throws(ProtocolError) {
    operations = try members.required("operations")
    ifRevision = try members.optional("ifRevision")
    wait = try members.optional("wait")
  }

  package func writeMembers(into writer: inout JSONWriter) {
    writer.member("operations", operations)
    writer.member("ifRevision", ifPresent: ifRevision)
    writer.member("wait", ifPresent: wait)
  }
}

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
