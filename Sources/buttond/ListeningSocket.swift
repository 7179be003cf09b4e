import Glibc
import UVLoop

/// The daemon's place in the file system: finds it, locks it against a second daemon, and binds it.
final class ListeningSocket {
  let path: String
  private let lockPath: String
  private let lock: Int32
  /// The socket, bound and not yet listening.
  let server: PipeServer

  /// Binds the path given, or `BUTTOND_SOCKET`, or the one configured, or the default one. A socket
  /// that a dead daemon left is replaced; with a live one this fails.
  init(at given: String?, configured: String? = nil, on loop: Loop) throws {
    let path =
      try given ?? ListeningSocket.variable("BUTTOND_SOCKET") ?? configured
      ?? ListeningSocket.defaultPath()
    if path.utf8.count > PipeServer.maxPathLength {
      throw DaemonError(
        "the socket path has \(path.utf8.count) bytes; the system takes"
          + " \(PipeServer.maxPathLength): choose a shorter one with --socket")
    }
    self.path = path
    lockPath = "\(path).lock"
    lock = try ListeningSocket.lock(lockPath, for: path)
    do {
      try ListeningSocket.removeStale(path)
      server = try PipeServer(bindingTo: path, on: loop)
    } catch {
      unlink(lockPath)
      Glibc.close(lock)
      throw error
    }
  }

  /// Gives the place up; the socket's file goes with the server.
  func release() {
    unlink(lockPath)
    Glibc.close(lock)
  }

  /// In the user's run-time folder, else in one of our own that is private.
  private static func defaultPath() throws(DaemonError) -> String {
    if let folder = variable("XDG_RUNTIME_DIR") { return try inside("\(folder)/buttond") }
    if geteuid() == 0 { return try inside("/run/buttond") }
    return try inside("/tmp/buttond-\(geteuid())")
  }

  private static func variable(_ name: String) -> String? {
    guard let value = getenv(name), value.pointee != 0 else { return nil }
    return String(cString: value)
  }

  /// The socket in a folder that is ours and private, which is made if it is not there.
  private static func inside(_ folder: String) throws(DaemonError) -> String {
    if mkdir(folder, 0o700) != 0, errno != EEXIST {
      throw DaemonError("cannot make \(folder): \(String(cString: strerror(errno)))")
    }
    var status = stat()
    guard lstat(folder, &status) == 0, status.st_mode & S_IFMT == S_IFDIR,
      status.st_uid == geteuid(), status.st_mode & 0o077 == 0
    else {
      throw DaemonError(
        "\(folder) is not a folder of ours with mode 0700; remove it, or choose a place with --socket"
      )
    }
    return "\(folder)/buttond.sock"
  }

  /// Takes the lock that every daemon on this path holds while it lives.
  private static func lock(_ lockPath: String, for path: String) throws(DaemonError) -> Int32 {
    while true {
      let lock = open(lockPath, O_CREAT | O_RDWR | O_CLOEXEC | O_NOFOLLOW, 0o600)
      guard lock >= 0 else {
        throw DaemonError("cannot open \(lockPath): \(String(cString: strerror(errno)))")
      }
      guard flock(lock, LOCK_EX | LOCK_NB) == 0 else {
        Glibc.close(lock)
        throw ListeningSocket.taken(path)
      }
      var held = stat()
      var named = stat()
      if fstat(lock, &held) == 0, stat(lockPath, &named) == 0, held.st_ino == named.st_ino {
        return lock
      }
      Glibc.close(lock)
    }
  }

  private static func taken(_ path: String) -> DaemonError {
    DaemonError(
      "another process is listening on \(path); stop it, or choose another path with --socket")
  }

  /// Removes the socket of a daemon that died; a live listener or another kind of file stays.
  private static func removeStale(_ path: String) throws(DaemonError) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return }
    guard status.st_mode & S_IFMT == S_IFSOCK else {
      throw DaemonError("\(path) exists and is no socket; remove it, or choose another path")
    }
    if canConnect(path) { throw taken(path) }
    unlink(path)
  }

  private static func canConnect(_ path: String) -> Bool {
    let descriptor = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    if descriptor < 0 { return false }
    defer { Glibc.close(descriptor) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
      }
    }
  }
}
