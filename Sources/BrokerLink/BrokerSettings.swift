/// Where a broker is, and as whom to speak to it.
package struct BrokerSettings: Hashable, Sendable {
  /// What encrypts the connection.
  package struct TLS: Hashable, Sendable {
    /// The file of certificates that the broker's must come from; nil for the system's.
    package var authorities: String?
    /// The files of the certificate by which this client is known, and of its key.
    package var certificate: String?
    package var certificateKey: String?

    package init(
      authorities: String? = nil, certificate: String? = nil, certificateKey: String? = nil
    ) {
      self.authorities = authorities
      self.certificate = certificate
      self.certificateKey = certificateKey
    }
  }

  /// What the broker says for a client that is gone.
  package struct Will: Hashable, Sendable {
    package var topic: String
    package var payload: String

    package init(topic: String, payload: String) {
      self.topic = topic
      self.payload = payload
    }
  }

  package var host: String
  package var port: UInt16
  package var client: String
  package var user: String?
  package var password: String?
  package var tls: TLS?
  /// Seconds without a word after which each side asks whether the other is there.
  package var keepAlive: Int32 = 30
  /// What the broker tells others when this client is gone without a word: always retained.
  package var will: Will?

  package init(host: String, port: UInt16, client: String) {
    self.host = host
    self.port = port
    self.client = client
  }
}
