package import ButtonModel

/// Why a button does not show what its plugin would make of the present state, or shows state that
/// nothing feeds any more.
package struct LookStatus: WireObject, Hashable {
  package static var schema: Schema {
    .named(
      "Status",
      "Why a button does not show what its plugin would make of state that something feeds.",
      .table(Self.self))
  }

  package var stale = false
  package var fallback = false
  package var reason = ""
  package var plugin = ""
  package var message = ""
  package var since: UInt64 = 0
  package var keys: [UTF8String] = []
  package var scope: String?

  /// What no longer feeds the button's state, for people; nil if nothing is lost.
  package var loss: String? {
    if keys.isEmpty { return nil }
    return reason == "sourceLost"
      ? message : "what feeds \(keys.map(\.string).joined(separator: ", ")) is gone"
  }

  package init() {}

  package init(
    stale: Bool, fallback: Bool, reason: String, plugin: String, message: String, since: UInt64,
    keys: [UTF8String] = [], scope: String? = nil
  ) {
    self.stale = stale
    self.fallback = fallback
    self.reason = reason
    self.plugin = plugin
    self.message = message
    self.since = since
    self.keys = keys
    self.scope = scope
  }

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
    try fields.required("stale", &stale, "The look is older than the state.")
    try fields.required("fallback", &fallback, "The daemon draws it without the plugin.")
    try fields.required(
      "reason", &reason,
      as: .choice([
        "pluginStarting", "pluginCrashed", "pluginHung", "pluginDisabled", "pluginMissing",
        "handlerFailed", "quarantined", "poisoned", "sourceLost",
        "expressionFailed", "fleetOffline",
      ]))
    try fields.expected("plugin", &plugin)
    try fields.expected("message", &message)
    try fields.expected("since", &since, as: .tick, "When it began.")
    try fields.optional(
      "keys", &keys, default: [], as: .keyNames,
      "Lost keys that the button reads, the first eight by name; also beside another reason.")
    try fields.optional(
      "scope", &scope, as: .scopeName, "The scope that is out of reach, with fleetOffline.")
  }
}
