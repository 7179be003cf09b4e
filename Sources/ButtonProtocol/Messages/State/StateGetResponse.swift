package import JSONRPC

/// Values of state keys; absent keys are absent.
package struct StateGetResponse: Message, Hashable {
  package var revision: UInt64
  package var values: StateMembers
  /// Where to go on: the `after` of the next request.
  package var next: String?

  package init(revision: UInt64, values: StateMembers, next: String? = nil) {
    self.revision = revision
    self.values = values
    self.next = next
  }

  package init(_ members: Members) throws(ProtocolError) {
    revision = try members.required("revision")
    values = try members.required("values")
    next = try members.optional("next")
  }

  package func writeMembers(into writer: inout JSONWriter) {
    writer.member("revision", revision)
    writer.member("values", values)
    writer.member("next", ifPresent: next)
  }
}
