package import NIOCore

/// How to reach an engine.
package struct EngineOptions: Sendable {
  package var address: EngineAddress
  package var secret: EngineSecret?
  /// A file of certificates to trust instead of the system's.
  package var authority: String?
  /// What says to the engine who this is.
  package var certificate: ClientCertificate?
  /// Whether a password and values may cross a network in the clear.
  package var allowsPlaintext = false
  /// Until then there must be a connection, encrypted if it is to be.
  package var connectTimeout = TimeAmount.seconds(5)
  /// Until then the engine must have taken the connection, and until then again have replied for the first
  /// time; nil: as long as any connection and reply may take.
  package var reachTimeout: TimeAmount?
  /// The time for the whole in seconds.
  package var connectSeconds: Int {
    get { Int(connectTimeout.nanoseconds / 1_000_000_000) }
    set { connectTimeout = .seconds(Int64(newValue)) }
  }
  /// A reply that is due must come, or go on coming, within this time.
  package var silence = TimeAmount.seconds(7)

  package init(_ address: EngineAddress, secret: EngineSecret? = nil) {
    self.address = address
    self.secret = secret
  }
}

/// A certificate to show to the engine, with its key; both in PEM form.
package struct ClientCertificate: Hashable, Sendable {
  package let chain: String
  package let key: String

  package init(chain: String, key: String) {
    self.chain = chain
    self.key = key
  }
}
