import ButtonClient
import ButtonProtocol
import CPlatform
import DaemonConfiguration
import Glibc

/// Whether a daemon answers at the socket, and what this user may do there.
struct SocketCheck {
  struct Daemon {
    let process: ProcessFacts
    /// Nil if it does not answer.
    let connection: PolledConnection?
    let hello: HelloResponse?

    /// Nil without a connection, or for a refusal, which is noted.
    func ask<Question: Request>(
      _ question: Question, about check: DoctorCheck, _ report: inout DoctorReport
    ) -> Question.Response? {
      do throws(ClientError) {
        return try connection?.call(question).decode()
      } catch {
        report.note(check, "not looked at: \(error.message)")
        return nil
      }
    }
  }

  /// Milliseconds.
  private static let patience: UInt64 = 5_000

  private let given: String?
  /// The path in the configuration that this command was given.
  private let configured: String?
  /// The configuration with which a daemon would be started.
  private let configuration: String?

  /// The socket is `given`, else the environment's, the configuration's or this user's.
  init(_ given: String?, configured: String?, configuration: String?) {
    (self.given, self.configured) = (given, configured)
    self.configuration = configuration
  }

  /// There is a daemon's socket that this user cannot use: another daemon would be examined.
  private(set) var isForeign = false

  var path: String {
    if let given { return given }
    if let named = Environment.value(DefaultSocket.variable) { return named }
    if let configured { return configured }
    return DefaultSocket(user: geteuid(), environment: Environment.value).path
  }

  /// Nil if no daemon can be reached.
  mutating func examine(_ report: inout DoctorReport) -> Daemon? {
    let path = path
    guard path.utf8.count <= SocketPath.maximumBytes else {
      report.problem(
        .socket,
        "the path has \(path.utf8.count) bytes; \(SocketPath.maximumBytes) are the most: \(path)",
        "Choose a shorter one: --socket, \(DefaultSocket.variable), or socket in the configuration."
      )
      return nil
    }
    do throws(ClientError) { _ = try SocketPath.standard(given ?? configured) } catch {
      report.problem(.socket, error.message, "Name another socket with --socket.")
      return nil
    }
    if let folder = SocketFolders.firstUnenterable(to: path) {
      isForeign = true
      report.problem(
        .socket, "this user may not enter \(folder), on the way to \(path)",
        "Choose another folder for the socket (socket in the configuration), or open this one to "
          + "others:\nchmod o+x '\(folder)'")
      return nil
    }
    var status = stat()
    guard lstat(path, &status) == 0 else {
      report.problem(.socket, "no daemon: there is not a socket at \(path)", startAdvice)
      return nil
    }
    guard status.st_mode & S_IFMT == S_IFSOCK else {
      let isFolder = status.st_mode & S_IFMT == S_IFDIR
      report.problem(
        .socket, "\(path) is \(isFolder ? "a folder" : "not a socket")",
        isFolder
          ? "Name the socket in it with --socket."
          : "Move it away, or name another path with --socket.")
      return nil
    }
    return connect(to: path, of: status.st_uid, &report)
  }

  private mutating func connect(
    to path: String, of owner: UInt32, _ report: inout DoctorReport
  ) -> Daemon? {
    let descriptor = csystem_connect_unix(path, 0)
    guard descriptor >= 0 else {
      let user = AccountName.text(ofUser: owner)
      switch -descriptor {
      case ECONNREFUSED:
        report.problem(
          .socket, "\(path) was left behind by a daemon that is gone",
          "Start the daemon, which replaces the file:\n\(start.command)")
      case EACCES:
        isForeign = true
        report.problem(
          .socket, "\(path) belongs to \(user), and this user may not open it",
          "Let \(AccountName.text(ofUser: geteuid())) in: `access` in the configuration, then "
            + "buttonctl reload, both as \(user).")
      case EAGAIN:
        report.problem(
          .socket, "the daemon at \(path) accepts no more connections",
          "Look at its log, and restart it: SIGTERM ends it.")
      case let code:
        report.problem(
          .socket, "\(path) cannot be connected to: \(String(cString: strerror(code)))",
          "Name another socket with --socket.")
      }
      return nil
    }
    var (pid, user, group) = (Int32(0), UInt32(0), UInt32(0))
    _ = csystem_peer_credentials(descriptor, &pid, &user, &group)
    close(descriptor)
    return greet(ProcessFacts(pid, user: user), at: path, &report)
  }

  private func greet(
    _ process: ProcessFacts, at path: String, _ report: inout DoctorReport
  ) -> Daemon? {
    let user = AccountName.text(ofUser: process.user)
    do throws(ClientError) {
      let connection = try PolledConnection(
        try SocketPath(path), SilenceWatch.Patience(milliseconds: SocketCheck.patience))
      let hello: HelloResponse = try connection.call(HelloRequest(client: "buttonctl doctor"))
        .decode()
      report.ok(
        .socket, "\(hello.server) \(hello.version), process \(process.id) of \(user), at \(path)")
      if hello.version != Release.version {
        report.note(
          .socket, "the daemon is \(hello.version), this buttonctl is \(Release.version)",
          "After an upgrade, \(process.restartAdvice)")
      }
      addRights(hello, user, &report)
      return Daemon(process: process, connection: connection, hello: hello)
    } catch {
      if error.code == .forbidden {
        report.ok(.socket, "process \(process.id) of \(user) answers at \(path)")
        let name = AccountName.name(ofUser: geteuid()) ?? "\(geteuid())"
        report.problem(
          .rights, "the daemon of \(user) does not let this user in: \(error.message)",
          "Write into its configuration: access: [{user: \(name), role: press}], then buttonctl reload, "
            + "both as \(user).")
      } else if error.isRefusal {
        report.problem(.socket, "the daemon refuses: \(error.message)", "See its limits and log.")
      } else {
        let (words, advice) = SocketCheck.silence(of: process)
        report.problem(.socket, "the daemon, process \(process.id), \(words)", advice)
      }
      return Daemon(process: process, connection: nil, hello: nil)
    }
  }

  private func addRights(_ hello: HelloResponse, _ owner: String, _ report: inout DoctorReport) {
    let me = AccountName.text(ofUser: geteuid())
    if hello.role == .admin { return report.ok(.rights, "\(me) may do everything") }
    report.note(
      .rights, "\(me) has the role \(hello.role.rawValue), of read, press, write and admin",
      "For more, see `access` in the configuration, which \(owner) may change.")
  }

  /// Why a daemon may be silent.
  private static func silence(of process: ProcessFacts) -> (words: String, advice: String) {
    switch process.state {
    case "T"?, "t"?:
      ("is stopped and does not answer", "Let it go on:\nkill -CONT \(process.id)")
    case "D"?:
      (
        "waits for a disk and does not answer",
        "See whether the disk of its state folder hangs: dmesg"
      )
    default:
      (
        "does not answer within \(patience / 1_000) s",
        "Look at its log, then \(process.restartAdvice)"
      )
    }
  }

  /// How to start a daemon here, or where else one listens.
  private var startAdvice: String {
    let absolute = ProcessFacts.absolute(path)
    let sockets = ProcessFacts.all(named: "buttond").map { (process: $0, paths: $0.listeningPaths) }
    for (process, paths) in sockets where paths.contains(absolute) {
      return
        "Process \(process.id) of \(AccountName.text(ofUser: process.user)) listens there, and the "
        + "file of its socket was moved or removed: \(process.restartAdvice)"
    }
    let usual = [
      "/run/buttond/buttond.sock",
      DefaultSocket(user: geteuid(), environment: Environment.value).path,
    ]
    // Somebody who names a socket does not mean whatever else runs on this machine.
    let others = isNamed || configured != nil ? usual : usual + sockets.flatMap(\.paths)
    for other in others where other != absolute {
      let descriptor = csystem_connect_unix(other, 0)
      if descriptor < 0 { continue }
      close(descriptor)
      return "A daemon listens at \(other):\nexport \(DefaultSocket.variable)='\(other)'"
    }
    return "Start it:\n\(start.command)"
  }

  /// Whether the command or its environment names the socket.
  private var isNamed: Bool {
    given != nil || Environment.value(DefaultSocket.variable) != nil
  }

  private var start: StartCommand {
    StartCommand(path, isNamed: isNamed, configuration: configuration)
  }
}
