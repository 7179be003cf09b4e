import TestSupport

/// An authority and a server's certificate for one name, made by openssl.
struct Certificates {
  let folder: TemporaryFolder

  init(for name: String, in folder: TemporaryFolder = TemporaryFolder()) throws {
    self.folder = folder
    try run(
      "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
      "-days", "2", "-subj", "/CN=test authority", "-keyout", "ca.key", "-out", "ca.pem")
    try run(
      "req", "-new", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
      "-subj", "/CN=engine", "-keyout", "server.key", "-out", "server.csr")
    folder.write("subjectAltName=\(name)\n", to: "names")
    try run(
      "x509", "-req", "-in", "server.csr", "-CA", "ca.pem", "-CAkey", "ca.key",
      "-CAcreateserial", "-days", "2", "-extfile", "names", "-out", "server.pem")
  }

  /// The file of the authority.
  var authority: String { folder.file("ca.pem") }

  /// What the server is started with.
  func arguments(port: UInt16) -> [String] {
    [
      "--tls-port", "\(port)", "--bind", "127.0.0.1", "--tls-auth-clients", "no",
      "--tls-cert-file", folder.file("server.pem"), "--tls-key-file", folder.file("server.key"),
      "--tls-ca-cert-file", authority,
    ]
  }

  /// openssl, in the folder.
  private func run(_ arguments: String...) throws {
    let files = ["ca.key", "ca.pem", "server.key", "server.csr", "server.pem", "names"]
    let paths = arguments.map { files.contains($0) ? folder.file($0) : $0 }
    let done = try Program.run("/usr/bin/openssl", paths)
    guard done.end == .exited(0) else { throw TestFailure("openssl: \(done.error)") }
  }
}
