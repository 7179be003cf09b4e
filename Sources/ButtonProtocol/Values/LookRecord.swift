package import ButtonModel
package import JSONRPC

/// One button in a frame or a snapshot: what it looks like and how to get there.
package struct LookRecord: Hashable, Sendable, JSONDecodable, JSONEncodable {
  package var id: String
  /// The whole look, which replaces what is held.
  package var appearance: AppearanceMembers?
  /// What differs from the directly preceding look; null is back to the default.
  package var patch: AppearanceMembers?
  /// Present only while something is wrong.
  package var status: LookStatus?
  /// How to animate, as the text of an object.
  package var transaction: StateValue?
  /// The revision of a look that came after its frame.
  package var revision: UInt64?

  package init(
    id: String, appearance: AppearanceMembers? = nil, patch: AppearanceMembers? = nil,
    status: LookStatus? = nil, transaction: StateValue? = nil, revision: UInt64? = nil
  ) {
    self.id = id
    self.appearance = appearance
    self.patch = patch
    self.status = status
    self.transaction = transaction
    self.revision = revision
  }

  package init(json: JSONElement) throws(ProtocolError) {
    let members = try Members(of: json)
    id = try members.required("id")
    appearance = try members.optional("appearance")
    patch = try members.optional("patch")
    status = try members.optional("status")
    transaction = try members.optional("transaction")
    revision = try members.optional("revision")
  }

  package func write(into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("id", id)
    writer.member("appearance", ifPresent: appearance)
    writer.member("patch", ifPresent: patch)
    writer.member("status", ifPresent: status)
    writer.member("transaction", ifPresent: transaction)
    writer.member("revision", ifPresent: revision)
    writer.endObject()
  }
}
