/// Why a button does not show what its plugin would make of the present state.
package struct LookStatus: WireObject, Hashable {
  package static var schema: Schema {
    .named(
      "Status",
      "Why a button does not show what its plugin would make of the present state.",
      .table(Self.self))
  }

  package var stale = false
  package var fallback = false
  package var reason = ""
  package var plugin = ""
  package var message = ""
  package var since: UInt64 = 0

  package init() {}

  package init(
    stale: Bool, fallback: Bool, reason: String, plugin: String, message: String, since: UInt64
  ) {
    self.stale = stale
    self.fallback = fallback
    self.reason = reason
    self.plugin = plugin
    self.message = message
    self.since = since
  }

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
    try fields.required("stale", &stale, "The look is older than the state.")
    try fields.required("fallback", &fallback, "The daemon draws it without the plugin.")
    try fields.required(
      "reason", &reason,
      as: .choice([
        "pluginStarting", "pluginCrashed", "pluginHung", "pluginDisabled", "pluginMissing",
        "handlerFailed", "quarantined", "poisoned",
      ]))
    try fields.expected("plugin", &plugin)
    try fields.expected("message", &message)
    try fields.expected("since", &since, as: .tick, "When it began.")
  }
}
