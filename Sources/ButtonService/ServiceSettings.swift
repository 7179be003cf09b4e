package import ButtonProtocol

/// What the daemon tells the service about itself.
package struct ServiceSettings: Sendable {
  /// The daemon's version, for `hello`.
  package var version: String
  /// The bounds that `hello` reports and that requests are held to.
  package var limits: Limits
  /// Actions kept for a connection that takes no bytes; beyond it the oldest go.
  package var actionQueueLength = 1_024

  package init(version: String, limits: Limits = Limits()) {
    self.version = version
    self.limits = limits
  }
}
