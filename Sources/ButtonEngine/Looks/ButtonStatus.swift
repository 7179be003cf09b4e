package import ButtonModel
package import ButtonProtocol

/// Why a button does not show the look that its plugin would give it in the present state, or shows
/// state that nothing feeds any more.
package struct ButtonStatus: Hashable, Sendable {
  /// The cause, in the words of the protocol.
  package enum Reason: String, Hashable, Sendable, CaseIterable {
    case pluginStarting, pluginCrashed, pluginHung, pluginDisabled, pluginMissing, handlerFailed
    case quarantined, poisoned
    case sourceLost, expressionFailed
  }

  /// The look is older than the state.
  package var isStale: Bool
  /// The look is the configuration drawn without the plugin.
  package var isFallback: Bool
  package var reason: Reason
  package var plugin: String
  package var message: String
  /// The tick in which the status began.
  package var since: UInt64
  /// Lost keys that the button reads, ordered by name, at most ``LostKeys/maximumNames``.
  package var keys: [UTF8String] = []

  package init(
    isStale: Bool, isFallback: Bool, reason: Reason, plugin: String, message: String, since: UInt64
  ) {
    self.isStale = isStale
    self.isFallback = isFallback
    self.reason = reason
    self.plugin = plugin
    self.message = message
    self.since = since
  }

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
      && plugin == other.plugin && message == other.message
  }

  /// The status as clients see it.
  package var lookStatus: LookStatus {
    LookStatus(
      stale: isStale, fallback: isFallback, reason: reason.rawValue, plugin: plugin,
      message: message, since: since, keys: keys)
  }
}
