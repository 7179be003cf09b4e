package import ButtonModel
package import JSONRPC

/// What shuts a running worker in.
package struct SandboxListing: Hashable, Sendable, JSONDecodable, JSONEncodable {
  /// How much of a sandbox it had to be in.
  package var mode: SandboxMode
  /// The layers in force, in the order in which they were put up.
  package var layers: [String]
  /// The ABI of Landlock that the kernel has; 0 without.
  package var landlockABI: Int

  package init(mode: SandboxMode, layers: [String], landlockABI: Int) {
    self.mode = mode
    self.layers = layers
    self.landlockABI = landlockABI
  }

  package init(json: JSONElement) throws(ProtocolError) {
    let members = try Members(of: json)
    mode = try members.required("mode")
    layers = try members.optional("layers", default: [])
    landlockABI = try members.optional("landlockABI", default: 0)
  }

  package func write(into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("mode", mode)
    writer.member("layers", layers)
    writer.member("landlockABI", landlockABI)
    writer.endObject()
  }
}
