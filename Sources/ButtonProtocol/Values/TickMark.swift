package import JSONRPC

/// A frame of one daemon's life, from which a client resumes.
package struct TickMark: Hashable, Sendable, JSONDecodable, JSONEncodable {
  package var epoch: String
  package var tick: UInt64

  package init(epoch: String, tick: UInt64) {
    self.epoch = epoch
    self.tick = tick
  }

  package init(json: JSONElement) throws(ProtocolError) {
    let members = try Members(of: json)
    epoch = try members.required("epoch")
    tick = try members.required("tick")
  }

  package func write(into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("epoch", epoch)
    writer.member("tick", tick)
    writer.endObject()
  }
}
