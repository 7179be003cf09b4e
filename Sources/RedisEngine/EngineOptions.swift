package import NIOCore

package struct EngineOptions: Sendable {
  package var address: EngineAddress
  package var secret: EngineSecret?
  /// A file of certificates to trust instead of the system's.
  package var authority: String?
  package var certificate: ClientCertificate?
  /// A password and values may cross a network in the clear.
  package var allowsPlaintext = false
  /// The time to connect, and to encrypt if that is on.
  package var connectTimeout = TimeAmount.seconds(5)
  /// The time for the engine to take the connection, and again for its first reply; nil for as long
  /// as any connection and reply may take.
  package var reachTimeout: TimeAmount?
  /// ``connectTimeout`` in seconds.
  package var connectSeconds: Int {
    get { Int(connectTimeout.nanoseconds / 1_000_000_000) }
    set { connectTimeout = .seconds(Int64(newValue)) }
  }
  /// A due reply must come, or go on coming, within this time.
  package var silence = TimeAmount.seconds(7)

  package init(_ address: EngineAddress, secret: EngineSecret? = nil) {
    self.address = address
    self.secret = secret
  }
}

/// A certificate to show to the engine, with its key; both in PEM.
package struct ClientCertificate: Hashable, Sendable {
  package let chain: String
  package let key: String

  package init(chain: String, key: String) {
    self.chain = chain
    self.key = key
  }
}
