package import JSONRPC

/// Where one property of an appearance comes from.
package struct PropertyExplanation: Hashable, Sendable, JSONDecodable, JSONEncodable {
  /// The member of the appearance.
  package var name: String
  /// What holds, and which layer has set it.
  package var winner: LayerValue
  /// What the layers below have, the strongest first.
  package var losing: [LayerValue]
  /// What the system style made the value of.
  package var from: [LayerValue]
  /// What the code behind the winner read; the first ones where they are many.
  package var reads: [KeyReading]

  /// The most readings that are told of one property; a plugin's pass has all of them.
  package static let maximumReads = 32

  package init(
    name: String, winner: LayerValue, losing: [LayerValue] = [], from: [LayerValue] = [],
    reads: [KeyReading] = []
  ) {
    self.name = name
    self.winner = winner
    self.losing = losing
    self.from = from
    self.reads = reads
  }

  package init(json: JSONElement) throws(ProtocolError) {
    let members = try Members(of: json)
    name = try members.required("name")
    winner = try LayerValue(members)
    losing = try members.optional("losing", default: [])
    from = try members.optional("from", default: [])
    reads = try members.optional("reads", default: [])
  }

  package func write(into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("name", name)
    winner.writeMembers(into: &writer)
    if !losing.isEmpty { writer.member("losing", losing) }
    if !from.isEmpty { writer.member("from", from) }
    if !reads.isEmpty { writer.member("reads", reads) }
    writer.endObject()
  }
}
