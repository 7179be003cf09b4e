package import ButtonModel

package struct PluginListing: WireObject, Hashable {
  package static var schema: Schema {
    .named("Plugin", "A plugin and how it is doing.", .table(Self.self))
  }

  package var name = ""
  package var id = ""
  package var version = ""
  package var path = ""
  package var state = ""
  package var pid: Int?
  package var restarts = 0
  package var deaths = 0
  package var lastError: String?
  package var buttons = 0
  package var handlerTime: UInt64 = 0
  /// Nil without a plugin host.
  package var detail: PluginDetail?

  package init() {}

  package init(
    name: String, id: String, version: String, path: String, status: PluginStatus, buttons: Int,
    handlerTime: UInt64, detail: PluginDetail?
  ) {
    self.name = name
    self.id = id
    self.version = version
    self.path = path
    state = status.state.rawValue
    pid = status.pid.map { Int($0) }
    restarts = status.restarts
    deaths = status.deaths
    lastError = status.lastError
    self.buttons = buttons
    self.handlerTime = handlerTime
    self.detail = detail
  }

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
    var phase = detail?.phase
    var more = detail ?? PluginDetail(phase: "")
    var poisoned = detail?.poisoned
    try fields.required("name", &name)
    try fields.expected("id", &id, "In reverse DNS.")
    try fields.expected("version", &version)
    try fields.expected("path", &path)
    try fields.optional("hash", &more.hash, "The SHA-256 of the files in force.")
    try fields.required("state", &state, as: .pluginState)
    try fields.optional(
      "phase", &phase, as: .choice(PluginDetail.phases), "Where its worker is in its life.")
    try fields.optional("pid", &pid)
    try fields.expected("restarts", &restarts, "Times the worker was started again.")
    try fields.expected("deaths", &deaths, "Times it died.")
    try fields.optional("lastError", &lastError, "What went wrong last, kept after a recovery.")
    try fields.optional("quarantine", &more.quarantine, "Why these files are quarantined.")
    try fields.optional(
      "retryAt", &more.retryAt, "When the worker is started again, in ms since 1970.")
    try fields.optional("sandbox", &more.sandbox)
    try fields.expected("buttons", &buttons, "Buttons whose style or handler it has.")
    try fields.optional(
      "poisoned", &poisoned, "Buttons that are not tried any more, because the worker died on them."
    )
    try fields.expected("handlerTime", &handlerTime, "Microseconds that its code has taken.")
    guard let phase else {
      detail = nil
      return
    }
    more.phase = phase
    more.poisoned = poisoned ?? 0
    detail = more
  }

  /// The listing without what changes all the time, to see if something happened to the plugin.
  package var essence: PluginListing {
    var essence = self
    essence.buttons = 0
    essence.handlerTime = 0
    essence.detail?.phase = ""
    essence.detail?.retryAt = nil
    return essence
  }
}

extension FieldForm where Self == DescribedForm<String> {
  static var pluginState: Self { .choice(PluginState.allCases.map(\.rawValue)) }
}
