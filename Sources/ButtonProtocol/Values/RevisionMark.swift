package import JSONRPC

/// A revision of one daemon's life, from which a client resumes.
package struct RevisionMark: Hashable, Sendable, JSONDecodable, JSONEncodable {
  package var epoch: String
  package var revision: UInt64

  package init(epoch: String, revision: UInt64) {
    self.epoch = epoch
    self.revision = revision
  }

  package init(json: JSONElement) throws(ProtocolError) {
    let members = try Members(of: json)
    epoch = try members.required("epoch")
    revision = try members.required("revision")
  }

  package func write(into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("epoch", epoch)
    writer.member("revision", revision)
    writer.endObject()
  }
}
