package import JSONRPC

/// One plugin and how it is doing.
package struct PluginListing: Hashable, Sendable, JSONDecodable, JSONEncodable {
  package var name: String
  /// The reverse-DNS id.
  package var id: String
  package var version: String
  package var path: String
  /// `starting`, `running`, `restarting`, `quarantined`, `failed` or `disabled`.
  package var state: String
  package var pid: Int?
  /// Times the worker was started again.
  package var restarts: Int
  package var lastError: String?
  /// Buttons whose style or handler it has.
  package var buttons: Int
  /// Microseconds that its code has taken.
  package var handlerTime: UInt64

  package init(
    name: String, id: String, version: String, path: String, state: String, pid: Int? = nil,
    restarts: Int = 0, lastError: String? = nil, buttons: Int = 0, handlerTime: UInt64 = 0
  ) {
    self.name = name
    self.id = id
    self.version = version
    self.path = path
    self.state = state
    self.pid = pid
    self.restarts = restarts
    self.lastError = lastError
    self.buttons = buttons
    self.handlerTime = handlerTime
  }

  package init(json: JSONElement) throws(ProtocolError) {
    let members = try Members(of: json)
    name = try members.required("name")
    id = try members.optional("id", default: "")
    version = try members.optional("version", default: "")
    path = try members.optional("path", default: "")
    state = try members.required("state")
    pid = try members.optional("pid")
    restarts = try members.optional("restarts", default: 0)
    lastError = try members.optional("lastError")
    buttons = try members.optional("buttons", default: 0)
    handlerTime = try members.optional("handlerTime", default: 0)
  }

  package func write(into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("name", name)
    writer.member("id", id)
    writer.member("version", version)
    writer.member("path", path)
    writer.member("state", state)
    writer.member("pid", ifPresent: pid)
    writer.member("restarts", restarts)
    writer.member("lastError", ifPresent: lastError)
    writer.member("buttons", buttons)
    writer.member("handlerTime", handlerTime)
    writer.endObject()
  }
}
