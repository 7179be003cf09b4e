import Glibc
import UVLoop

/// The daemon's place in the file system: finds it, locks it against a second daemon, and binds it.
final class ListeningSocket {
  let path: String
  /// The socket, bound and, unless it was handed over, not yet listening.
  let server: PipeServer
  /// What is there of our own making; nil for a socket that was handed over.
  private let place: Place?

  /// What the daemon has made for its socket.
  private struct Place {
    let lockPath: String
    let lock: Int32
    /// The folder, where it is the default one.
    let folder: DefaultFolder?
  }

  /// Takes a socket that a service manager has opened, and leaves its file alone.
  init(_ activated: ActivatedSocket, on loop: Loop) throws {
    path = activated.path
    server = try PipeServer(adopting: activated.descriptor, on: loop)
    place = nil
  }

  /// Binds the path given, or `BUTTOND_SOCKET`, or the one configured, or the default one. A socket
  /// that a dead daemon left is replaced; with a live one this fails. Others than the daemon's user
  /// can connect only when it `isOpenToOthers`.
  init(
    at given: String?, configured: String? = nil, isOpenToOthers: Bool, on loop: Loop
  ) throws {
    let chosen = given ?? ListeningSocket.variable("BUTTOND_SOCKET") ?? configured
    let folder = chosen == nil ? ListeningSocket.defaultFolder() : nil
    try folder?.make(isOpenToOthers: isOpenToOthers)
    let path = chosen ?? folder.map { "\($0.path)/buttond.sock" } ?? ""
    if path.utf8.count > PipeServer.maxPathLength {
      throw DaemonError(
        "the socket path has \(path.utf8.count) bytes; the system takes"
          + " \(PipeServer.maxPathLength): choose a shorter one with --socket")
    }
    self.path = path
    let lockPath = "\(path).lock"
    let lock = try ListeningSocket.lock(lockPath, for: path)
    do {
      try ListeningSocket.removeStale(path)
      server = try PipeServer(
        bindingTo: path, mode: ListeningSocket.mode(isOpenToOthers), on: loop)
      place = Place(lockPath: lockPath, lock: lock, folder: folder)
      // Only now is the file sure to be ours, and now the umask has no say.
      try setOpen(toOthers: isOpenToOthers)
    } catch {
      unlink(lockPath)
      Glibc.close(lock)
      throw error
    }
  }

  /// Lets others than the daemon's user reach the socket, or no longer; who they are is looked at when
  /// they connect.
  func setOpen(toOthers isOpen: Bool) throws(DaemonError) {
    guard let place else { return }
    try place.folder?.make(isOpenToOthers: isOpen)
    guard chmod(path, ListeningSocket.mode(isOpen)) == 0 else {
      throw DaemonError("cannot change the mode of \(path): \(String(cString: strerror(errno)))")
    }
  }

  /// The first folder on the way to the socket that not everybody may enter.
  var closedFolder: String? {
    // One in the abstract name space, which has no folders, begins with another sign.
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    var folder = ""
    for name in String(cString: resolved).split(separator: "/").dropLast() {
      folder += "/\(name)"
      var status = stat()
      if stat(folder, &status) == 0, status.st_mode & S_IXOTH == 0 { return folder }
    }
    return nil
  }

  /// Gives the place up; the socket's file goes with the server.
  func release() {
    guard let place else { return }
    unlink(place.lockPath)
    Glibc.close(place.lock)
  }

  private static func mode(_ isOpenToOthers: Bool) -> mode_t { isOpenToOthers ? 0o666 : 0o600 }

  /// In the user's run-time folder, else in one of our own that is private.
  private static func defaultFolder() -> DefaultFolder {
    if let folder = variable("XDG_RUNTIME_DIR") {
      return DefaultFolder(path: "\(folder)/buttond", mayBeEntered: true)
    }
    if geteuid() == 0 { return DefaultFolder(path: "/run/buttond", mayBeEntered: true) }
    return DefaultFolder(path: "/tmp/buttond-\(geteuid())", mayBeEntered: false)
  }

  private static func variable(_ name: String) -> String? {
    guard let value = getenv(name), value.pointee != 0 else { return nil }
    return String(cString: value)
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
    if hasListener(path) { throw taken(path) }
    unlink(path)
  }

  /// Whether a process listens there, also one that accepts nobody at the moment: a connection that
  /// could wait must not be waited for.
  private static func hasListener(_ path: String) -> Bool {
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
    let descriptor = Glibc.socket(AF_UNIX, kind, 0)
    if descriptor < 0 { return true }
    defer { Glibc.close(descriptor) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
          || errno != ECONNREFUSED && errno != ENOENT
      }
    }
  }
}
