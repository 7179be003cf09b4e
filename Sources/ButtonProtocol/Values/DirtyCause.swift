package import JSONRPC

/// What made a button dirty when it last was.
package struct DirtyCause: Hashable, Sendable, JSONDecodable, JSONEncodable {
  /// The frame that took it in.
  package var tick: UInt64
  /// `state`, `theme`, `definition`, `press`, `request`, `plugin`, `worker`, `traits`, `held`.
  package var causes: [String]
  /// The keys and tokens that changed, of those that the button reads.
  package var keys: [KeyReading]

  package init(tick: UInt64, causes: [String], keys: [KeyReading]) {
    self.tick = tick
    self.causes = causes
    self.keys = keys
  }

  package init(json: JSONElement) throws(ProtocolError) {
    let members = try Members(of: json)
    tick = try members.required("tick")
    causes = try members.optional("causes", default: [])
    keys = try members.optional("keys", default: [])
  }

  package func write(into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("tick", tick)
    writer.member("causes", causes)
    writer.member("keys", keys)
    writer.endObject()
  }
}
