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
  /// Times it died.
  package var deaths: Int
  package var lastError: String?
  /// Buttons whose style or handler it has.
  package var buttons: Int
  /// Microseconds that its code has taken.
  package var handlerTime: UInt64
  /// What whoever runs the worker has to add, if anybody does.
  package var detail: PluginDetail?

  package init(
    name: String, id: String, version: String, path: String, state: String, pid: Int? = nil,
    restarts: Int = 0, deaths: Int = 0, lastError: String? = nil, buttons: Int = 0,
    handlerTime: UInt64 = 0, detail: PluginDetail? = nil
  ) {
    self.name = name
    self.id = id
    self.version = version
    self.path = path
    self.state = state
    self.pid = pid
    self.restarts = restarts
    self.deaths = deaths
    self.lastError = lastError
    self.buttons = buttons
    self.handlerTime = handlerTime
    self.detail = detail
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
    deaths = try members.optional("deaths", default: 0)
    lastError = try members.optional("lastError")
    buttons = try members.optional("buttons", default: 0)
    handlerTime = try members.optional("handlerTime", default: 0)
    guard let phase = try members.optional("phase", as: String.self) else { return }
    detail = PluginDetail(
      phase: phase, hash: try members.optional("hash"),
      quarantine: try members.optional("quarantine"), retryAt: try members.optional("retryAt"),
      poisoned: try members.optional("poisoned", default: 0),
      sandbox: try members.optional("sandbox"))
  }

  package func write(into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("name", name)
    writer.member("id", id)
    writer.member("version", version)
    writer.member("path", path)
    writer.member("hash", ifPresent: detail?.hash)
    writer.member("state", state)
    writer.member("phase", ifPresent: detail?.phase)
    writer.member("pid", ifPresent: pid)
    writer.member("restarts", restarts)
    writer.member("deaths", deaths)
    writer.member("lastError", ifPresent: lastError)
    writer.member("quarantine", ifPresent: detail?.quarantine)
    writer.member("retryAt", ifPresent: detail?.retryAt)
    writer.member("sandbox", ifPresent: detail?.sandbox)
    writer.member("buttons", buttons)
    writer.member("poisoned", ifPresent: detail?.poisoned)
    writer.member("handlerTime", handlerTime)
    writer.endObject()
  }

  /// What of it changes only when something happens to the plugin; the rest changes by itself.
  package var essence: PluginListing {
    var essence = self
    essence.buttons = 0
    essence.handlerTime = 0
    essence.detail?.phase = ""
    essence.detail?.retryAt = nil
    return essence
  }
}
