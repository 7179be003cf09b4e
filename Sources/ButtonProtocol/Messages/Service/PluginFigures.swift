package import JSONRPC

/// What is counted about one plugin.
package struct PluginFigures: Hashable, Sendable, JSONDecodable, JSONEncodable {
  package var name: String
  /// As in `plugins.list`.
  package var state: String
  /// Times the worker was started again.
  package var restarts: Int
  /// Microseconds that its code has taken.
  package var handlerTime: UInt64

  package init(name: String, state: String, restarts: Int = 0, handlerTime: UInt64 = 0) {
    self.name = name
    self.state = state
    self.restarts = restarts
    self.handlerTime = handlerTime
  }

  package init(json: JSONElement) throws(ProtocolError) {
    let members = try Members(of: json)
    name = try members.required("name")
    state = try members.required("state")
    restarts = try members.optional("restarts", default: 0)
    handlerTime = try members.optional("handlerTime", default: 0)
  }

  package func write(into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("name", name)
    writer.member("state", state)
    writer.member("restarts", restarts)
    writer.member("handlerTime", handlerTime)
    writer.endObject()
  }
}
