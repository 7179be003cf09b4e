import TestSupport
import Testing

extension MQTTTests {
  /// TLS, users and passwords, with certificates made for the test.
  @Suite struct SecureTests {
    private static let rules = "topics:\n  - {topic: a, key: a}\n"
    private let folder = TemporaryFolder()

    private func bridge(_ broker: Mosquitto, password: String) throws -> BridgeProcess {
      try BridgeProcess(
        MQTTTests.daemon(), port: broker.port, broker: "  user: bridge\n  passwordFile: password\n",
        Self.rules, files: ["password": password + "\n"])
    }

    @Test func aUserWithItsPasswordMaySubscribe() throws {
      let broker = try protected()
      let bridge = try bridge(broker, password: "right")
      try bridge.waitUntilSubscribed()
    }

    @Test func aWrongPasswordSaysWhatToMend() throws {
      let broker = try protected()
      let bridge = try bridge(broker, password: "wrong")
      try bridge.program.waitForLog(
        "it refuses this user; check broker.user and broker.passwordFile")
    }

    @Test func certificatesAreCheckedBothWays() throws {
      try certificate("ca", extra: "-x509 -nodes")
      try certificate("server", issuer: "ca")
      try certificate("client", issuer: "ca")
      try certificate("other", extra: "-x509 -nodes")
      let broker = try Mosquitto(
        """
        allow_anonymous true
        cafile \(folder.file("ca.crt"))
        certfile \(folder.file("server.crt"))
        keyfile \(folder.file("server.key"))
        require_certificate true

        """)
      let daemon = try MQTTTests.daemon()
      func tls(_ authority: String, _ client: String?) -> String {
        let mine = client.map {
          ", certificate: \(folder.file("\($0).crt")), certificateKey: \(folder.file("\($0).key"))"
        }
        return "  tls: {ca: \(folder.file("\(authority).crt"))\(mine ?? "")}\n"
      }
      let good = try BridgeProcess(
        daemon, port: broker.port, broker: tls("ca", "client"), Self.rules)
      try good.waitUntilSubscribed()
      for (authority, client) in [("other", "client"), ("ca", nil), ("ca", "other")] {
        let bad = try BridgeProcess(
          daemon, port: broker.port, broker: tls(authority, client), Self.rules)
        try bad.program.waitForLog("no connection to the broker")
        #expect(!bad.program.log.contains("right"))
      }
    }

    /// A broker that knows one user.
    private func protected() throws -> Mosquitto {
      let file = folder.file("users")
      let (end, _, error) = try Program.run(
        "mosquitto_passwd", ["-b", "-c", file, "bridge", "right"])
      guard end == .exited(0) else { throw TestFailure(error) }
      return try Mosquitto("allow_anonymous false\npassword_file \(file)\n")
    }

    /// Makes a key and a certificate for 127.0.0.1 with openssl.
    private func certificate(_ name: String, issuer: String? = nil, extra: String = "") throws {
      let base = "\(folder.path)/\(name)"
      let common =
        "-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -keyout \(base).key "
        + "-subj /CN=\(name) -addext subjectAltName=IP:127.0.0.1"
      let command =
        issuer.map { issuer in
          "openssl req \(common) -out \(base).csr && printf 'subjectAltName=IP:127.0.0.1' > "
            + "\(base).ext && openssl x509 -req -in \(base).csr -CA \(folder.path)/\(issuer).crt "
            + "-CAkey \(folder.path)/\(issuer).key -CAcreateserial -days 2 -extfile \(base).ext "
            + "-out \(base).crt"
        } ?? "openssl req \(extra) \(common) -days 2 -out \(base).crt"
      let (end, _, error) = try Program.run("sh", ["-c", command])
      guard end == .exited(0) else { throw TestFailure(error) }
    }
  }
}
