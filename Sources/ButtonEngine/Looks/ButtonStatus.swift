package import ButtonModel
package import ButtonProtocol

/// Why a button lacks its plugin's look for the present state, or shows state that nothing feeds.
package struct ButtonStatus: Hashable, Sendable {
  /// The reason in the protocol's words.
  package enum Reason: String, Hashable, Sendable, CaseIterable {
    case pluginStarting, pluginCrashed, pluginHung, pluginDisabled, pluginMissing, handlerFailed
    case quarantined, poisoned
    case sourceLost, expressionFailed, fleetOffline
  }

  /// The look is older than the state.
  package var isStale: Bool
  /// The look is the configuration drawn without the plugin.
  package var isFallback: Bool
  package var reason: Reason
  /// The plugin or, for ``Reason/fleetOffline``, the scope: one field, as each look holds a status.
  private let subject: String
  package let message: String
  /// The tick in which it began.
  package var since: UInt64
  /// Lost keys that the button reads, by name, at most ``LostKeys/maximumNames``.
  package var keys: [UTF8String] = []

  /// `plugin` is empty if no plugin is the cause.
  package init(
    isStale: Bool, isFallback: Bool, reason: Reason, plugin: String, message: String, since: UInt64
  ) {
    self.isStale = isStale
    self.isFallback = isFallback
    self.reason = reason
    subject = plugin
    self.message = message
    self.since = since
  }

  /// Creates the status of a button that reads a scope which is out of reach.
  init(scope: String, message: String, since: UInt64) {
    isStale = true
    isFallback = false
    reason = .fleetOffline
    subject = scope
    self.message = message
    self.since = since
  }

  package var plugin: String { reason == .fleetOffline ? "" : subject }

  var scope: String? { reason == .fleetOffline ? subject : nil }

  var asFallback: ButtonStatus {
    var status = self
    status.isStale = false
    status.isFallback = true
    return status
  }

  /// Whether everything but `since` and `keys` is equal.
  func isSame(as other: ButtonStatus) -> Bool {
    isStale == other.isStale && isFallback == other.isFallback && reason == other.reason
      && subject == other.subject && message == other.message
  }

  package var lookStatus: LookStatus {
    LookStatus(
      stale: isStale, fallback: isFallback, reason: reason.rawValue, plugin: plugin,
      message: message, since: since, keys: keys, scope: scope)
  }
}
