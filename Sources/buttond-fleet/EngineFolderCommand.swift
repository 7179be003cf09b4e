import ArgumentParser
import ButtonClient
import Glibc
import RedisEngine

/// `buttond-fleet engine`: writes what a machine needs to be the engine of a fleet.
struct EngineFolderCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "engine",
    abstract: "Write the configuration, users and certificates of an engine.",
    usage: "buttond-fleet engine <name> [<options>]",
    discussion: """
      Makes a folder NAME for the machine of that name: redis.conf, to be included by the engine's own \
      configuration, users.acl, and a certificate. What all engines of a fleet share is made once, in \
      the folder authority beside it: the key and certificate of an authority, and the passwords of the \
      users admin and replica. It stays with the administrator, but for ca.pem, which daemons get. \
      Wants openssl. Nothing is overwritten; --renew makes a new certificate only.
      """)

  @Argument(help: "The name or address by which daemons reach the machine.")
  var name: String

  @Option(
    help: ArgumentHelp("A further name or address of it; may be repeated.", valueName: "name"))
  var also: [String] = []

  @Option(help: "The folder in which to make all this.", completion: .directory)
  var folder = "."

  @Option(
    help: ArgumentHelp("The engine that this one copies, until it takes over.", valueName: "name"))
  var replicaOf: String?

  @Option(help: "The port, which speaks TLS.")
  var port = 6380

  @Option(help: "The addresses to listen on, or * for all.")
  var bind = "*"

  @Option(
    help: "How many replicas must be there for changes to be taken; with 0 none has to.")
  var minReplicas = 0

  @Option(help: "Where the folder will be on the machine.")
  var place = "/etc/redis/buttond"

  @Option(help: "Where the engine keeps its data.")
  var data = "/var/lib/redis"

  @Option(help: "The engine's socket, for its administrator.")
  var unixsocket = "/run/redis/redis-server.sock"

  @Option(help: "For how many days the certificate holds.")
  var days = 825

  @Flag(help: "Make a new certificate in a folder that is there.")
  var renew = false

  func validate() throws {
    for text in [name] + also + [replicaOf].compactMap(\.self) where !Self.isName(text) {
      throw ValidationError("'\(text)' is no name or address of a machine")
    }
    for path in [place, data, unixsocket] where !path.hasPrefix("/") || path.contains(" ") {
      throw ValidationError("'\(path)' must be a path from / on, without spaces")
    }
    guard (1...65_535).contains(port), (0...100).contains(minReplicas), (1...3_650).contains(days),
      bind.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F || $0 == 0x20 })
    else {
      throw ValidationError(
        "--port takes 1 to 65535, --min-replicas 0 to 100, --days 1 to 3650, --bind addresses")
    }
  }

  /// Letters, digits and what addresses have.
  private static func isName(_ text: String) -> Bool {
    (1...253).contains(text.utf8.count) && !text.hasPrefix("-")
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"),
          UInt8(ascii: ":"):
          true
        default: false
        }
      }
  }

  func run() async throws {
    try await reporting {
      let authority = "\(folder)/authority"
      let own = "\(folder)/\(name)"
      if renew {
        try require("\(own)/names", "there is no certificate to renew: leave out --renew")
        try require("\(authority)/ca.key", "only the authority of the first one can renew it")
        try makeCertificate(own, authority)
        return console.print("\(own): a new certificate")
      }
      if access("\(authority)/ca.pem", F_OK) != 0 {
        try NewFile.makeFolder(authority) { path in try makeAuthority(path) }
      }
      try NewFile.makeFolder(own) { path in
        try NewFile.write(redisConfiguration(authority), to: "\(path)/redis.conf")
        try NewFile.write(try users(authority), to: "\(path)/users.acl")
        try NewFile.write(NewFile.read("\(authority)/ca.pem"), to: "\(path)/ca.pem")
        try makeCertificate(path, authority)
      }
      console.print(nextSteps(own))
    }
  }

  private func require(_ path: String, _ advice: String) throws {
    if access(path, F_OK) == 0 { return }
    throw RedisEngineError(
      .certificate, at: path, "it is not there",
      advice: "\(advice), or name its folder with --folder")
  }

  private static let key = ["ecparam", "-name", "prime256v1", "-genkey", "-noout", "-out"]

  /// What all engines share.
  private func makeAuthority(_ path: String) throws {
    _ = try EngineSecret.create(file: "\(path)/admin.secret")
    _ = try EngineSecret.create(file: "\(path)/replica.secret")
    try OpenSSL.run(for: path, Self.key + ["\(path)/ca.key"])
    chmod("\(path)/ca.key", 0o600)
    try OpenSSL.run(
      for: path,
      [
        "req", "-x509", "-new", "-key", "\(path)/ca.key", "-sha256", "-days", "7300", "-subj",
        "/CN=buttond fleet", "-addext", "basicConstraints=critical,CA:TRUE", "-addext",
        "keyUsage=critical,keyCertSign,cRLSign", "-out", "\(path)/ca.pem",
      ])
  }

  private func makeCertificate(_ own: String, _ authority: String) throws {
    // The files of a running engine are replaced when the new ones are whole.
    let extensions = "\(own)/engine.new"
    unlink(extensions)
    // A renewed one has the names of the old one unless it is given others.
    let list = "\(own)/names"
    let known = also.isEmpty ? (try? NewFile.read(list))?.split(separator: "\n") : nil
    let names = known?.map(String.init) ?? [name] + also
    let alternatives = names.map { (isAddress($0) ? "IP:" : "DNS:") + $0 }
    try NewFile.write(
      """
      basicConstraints=critical,CA:FALSE
      keyUsage=critical,digitalSignature
      extendedKeyUsage=serverAuth,clientAuth
      subjectAltName=\(alternatives.joined(separator: ","))

      """, to: extensions)
    try OpenSSL.run(for: own, Self.key + ["\(own)/engine.key.new"])
    chmod("\(own)/engine.key.new", 0o600)
    try OpenSSL.run(
      for: own,
      [
        "req", "-new", "-key", "\(own)/engine.key.new", "-subj", "/CN=\(name)", "-out",
        "\(own)/engine.csr",
      ])
    try OpenSSL.run(
      for: own,
      [
        "x509", "-req", "-in", "\(own)/engine.csr", "-CA", "\(authority)/ca.pem", "-CAkey",
        "\(authority)/ca.key", "-set_serial", "0x\(RandomName.make())", "-sha256", "-days",
        "\(days)", "-extfile", extensions, "-out", "\(own)/engine.pem.new",
      ])
    unlink(list)
    try NewFile.write(names.joined(separator: "\n") + "\n", to: list)
    for file in ["engine.key", "engine.pem"] { rename("\(own)/\(file).new", "\(own)/\(file)") }
    for file in ["engine.csr", "engine.new"] { unlink("\(own)/\(file)") }
  }

  private func isAddress(_ text: String) -> Bool {
    var address = in6_addr()
    return inet_pton(AF_INET, text, &address) == 1 || inet_pton(AF_INET6, text, &address) == 1
  }

  private func redisConfiguration(_ authority: String) throws -> String {
    let addresses = bind == "*" ? "* -::*" : bind
    var lines = """
      # By buttonctl fleet engine, for \(name). The engine's own configuration includes it in its last line.
      bind \(addresses)
      protected-mode yes
      port 0
      tls-port \(port)
      tls-cert-file \(place)/engine.pem
      tls-key-file \(place)/engine.key
      tls-ca-cert-file \(place)/ca.pem
      # Daemons have passwords, not certificates.
      tls-auth-clients no
      tls-replication yes
      unixsocket \(unixsocket)
      unixsocketperm 700
      dir \(data)
      # Users are kept here by ACL SAVE; in the configuration itself they would be lost.
      aclfile \(place)/users.acl
      masteruser replica
      masterauth \(try EngineSecret(file: "\(authority)/replica.secret").text)
      appendonly yes
      appendfsync everysec
      maxmemory-policy noeviction
      # With 1 an engine that has lost its replica takes no changes: it may be the one that was replaced.
      min-replicas-to-write \(minReplicas)
      min-replicas-max-lag 10

      """
    if let replicaOf { lines += "replicaof \(replicaOf) \(port)\n" }
    return lines
  }

  /// The default user has every right and is off: an engine reads its log as this user, and what it may not do
  /// is lost at a start.
  private func users(_ authority: String) throws -> String {
    let admin = try EngineSecret(file: "\(authority)/admin.secret").hash
    let replica = try EngineSecret(file: "\(authority)/replica.secret").hash
    return """
      user default off resetpass ~* &* +@all
      user admin on #\(admin) ~* &* +@all
      user replica on #\(replica) +psync +replconf +ping

      """
  }

  private func nextSteps(_ own: String) -> String {
    """
    \(own): for \(name), as \(place)
    On \(name), which has redis-server, as root:
      chown -R redis: \(place)
      echo 'include \(place)/redis.conf' >> /etc/redis/redis.conf
      systemctl restart redis-server
    """
  }
}

/// Files for their owner alone; none is overwritten.
private enum NewFile {
  /// A folder that gets its name once all of it is made.
  static func makeFolder(_ path: String, _ fill: (String) throws -> Void) throws {
    let new = "\(path).new"
    guard access(path, F_OK) != 0 else {
      errno = EEXIST
      throw failure(path, "make")
    }
    // What an attempt has left.
    guard rename(new, "\(new)-\(getpid())") == 0 || errno == ENOENT, mkdir(new, 0o700) == 0 else {
      throw failure(new, "make")
    }
    try fill(new)
    guard rename(new, path) == 0 else { throw failure(path, "make") }
  }

  static func write(_ text: String, to path: String) throws {
    let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw failure(path, "make") }
    defer { close(file) }
    guard WholeWrite.write(Array(text.utf8), to: file) == 0 else { throw failure(path, "write") }
  }

  static func read(_ path: String) throws -> String {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw failure(path, "read") }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = Glibc.read(file, &bytes, bytes.count)
    guard count > 0 else { throw failure(path, "read") }
    return String(decoding: bytes.prefix(count), as: UTF8.self)
  }

  private static func failure(_ path: String, _ what: String) -> RedisEngineError {
    RedisEngineError(
      .unreadableSecret, at: path, "cannot \(what) it (\(String(cString: strerror(errno))))",
      advice: "name a folder that you may write to, with --folder")
  }
}
