package import ButtonModel
package import ButtonProtocol

/// Why a button does not show the look that its plugin would give it in the present state, or shows
/// state that nothing feeds any more.
package struct ButtonStatus: Hashable, Sendable {
  /// The cause, in the words of the protocol.
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
  /// The plugin, or the scope for ``Reason/fleetOffline``: each look holds a status, so this is one field.
  private let subject: String
  package let message: String
  /// The tick in which the status began.
  package var since: UInt64
  /// Lost keys that the button reads, ordered by name, at most ``LostKeys/maximumNames``.
  package var keys: [UTF8String] = []

  /// The status of a button whose plugin, if it has a name, is the cause.
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

  /// The status of a button that reads a scope which is out of reach.
  init(scope: String, message: String, since: UInt64) {
    isStale = true
    isFallback = false
    reason = .fleetOffline
    subject = scope
    self.message = message
    self.since = since
  }

  package var plugin: String { reason == .fleetOffline ? "" : subject }

  /// The scope that is out of reach.
  var scope: String? { reason == .fleetOffline ? subject : nil }

  /// This status for a button that shows the fallback.
  var asFallback: ButtonStatus {
    var status = self
    status.isStale = false
    status.isFallback = true
    return status
  }

  /// Whether subscribers see no difference: everything but `since` is equal.
  func isSame(as other: ButtonStatus) -> Bool {
    isStale == other.isStale && isFallback == other.isFallback && reason == other.reason
      && subject == other.subject && message == other.message
  }

  /// The status as clients see it.
  package var lookStatus: LookStatus {
    LookStatus(
      stale: isStale, fallback: isFallback, reason: reason.rawValue, plugin: plugin,
      message: message, since: since, keys: keys, scope: scope)
  }
}
