import ButtonProtocol
import CPlatform
import DaemonConfiguration
import Glibc
import UVLoop

/// The socket that clients connect to: its path, its lock against a second daemon, and who can
/// reach it.
final class ListeningSocket {
  let path: String
  /// Bound and, unless a service manager opened it, not yet listening.
  let server: PipeServer
  /// Nil if a service manager opened the socket.
  private let lock: SocketLock?
  /// Nil if another path is used.
  private let defaultSocket: DefaultSocket?

  /// Takes over a service manager's socket, and leaves its file alone.
  init(_ activated: ActivatedSocket, on loop: Loop) throws {
    path = activated.path
    server = try PipeServer(adopting: activated.descriptor, on: loop)
    lock = nil
    defaultSocket = nil
  }

  /// Binds `given`, else `BUTTOND_SOCKET`, else `configured`, else the default path. Replaces a
  /// dead daemon's socket, and throws for a live one's. Only if it `isOpenToOthers` can users other
  /// than the daemon's connect.
  init(
    at given: String?, configured: String? = nil, isOpenToOthers: Bool,
    environment: (String) -> String? = Environment.value, on loop: Loop
  ) throws {
    let path: String
    (path, defaultSocket) = ListeningSocket.place(given, configured, environment)
    try ListeningSocket.checkLength(path)
    self.path = path
    if let defaultSocket {
      try defaultSocket.makeFolder(isOpenToOthers: isOpenToOthers)
    } else {
      try ListeningSocket.checkFolder(of: path)
    }
    let lock = try SocketLock(for: path)
    self.lock = lock
    do {
      try ListeningSocket.removeStale(path)
      server = try PipeServer(
        bindingTo: path, mode: ListeningSocket.mode(isOpenToOthers), on: loop)
      // The file is ours from here on, and the umask no longer applies.
      try setOpen(toOthers: isOpenToOthers)
    } catch {
      lock.release()
      throw error
    }
  }

  /// Whether users other than the daemon's can reach the socket; whether they may connect is
  /// checked when they do.
  func setOpen(toOthers isOpen: Bool) throws(DaemonError) {
    guard lock != nil else { return }
    try defaultSocket?.makeFolder(isOpenToOthers: isOpen)
    guard chmod(path, ListeningSocket.mode(isOpen)) == 0 else {
      throw .system("change the mode of", path)
    }
  }

  /// The first folder on the way to the socket that is closed to some users.
  var closedFolder: String? { SocketFolders.firstClosed(to: path) }

  /// Why a daemon with these settings cannot make its socket; nil if nothing is known to prevent
  /// it. Makes nothing.
  static func complaint(
    at given: String?, configured: String?, environment: (String) -> String? = Environment.value
  ) -> DaemonError? {
    let (path, standard) = place(given, configured, environment)
    do throws(DaemonError) {
      try checkLength(path)
      try checkKind(path)
      if let standard { try standard.checkFolder() } else { try checkFolder(of: path) }
      return nil
    } catch {
      return error
    }
  }

  /// The access rules let others in and this folder does not.
  static func warning(of folder: String) -> String {
    "the access rules let others in, but not all may enter \(folder): choose another place for the"
      + " socket"
  }

  /// The path that a daemon with these settings listens at.
  static func path(
    at given: String?, configured: String?, environment: (String) -> String? = Environment.value
  ) -> String { place(given, configured, environment).path }

  private static func place(
    _ given: String?, _ configured: String?, _ environment: (String) -> String?
  ) -> (path: String, standard: DefaultSocket?) {
    if let chosen = given ?? environment(DefaultSocket.variable) ?? configured {
      // Clients have other working folders, but a path may only be short enough as it is.
      let path = DaemonOptions.absolute(chosen)
      return (path.utf8.count > PipeServer.maxPathLength ? chosen : path, nil)
    }
    let standard = DefaultSocket(user: geteuid(), environment: environment)
    return (standard.path, standard)
  }

  private static func checkLength(_ path: String) throws(DaemonError) {
    guard path.utf8.count > PipeServer.maxPathLength else { return }
    throw DaemonError(
      "the socket path has \(path.utf8.count) bytes; the system takes"
        + " \(PipeServer.maxPathLength): choose a shorter one with --socket")
  }

  private static func checkKind(_ path: String) throws(DaemonError) {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT != S_IFSOCK else { return }
    if status.st_mode & S_IFMT == S_IFDIR {
      throw DaemonError("\(path) is a folder; name a socket in it, such as \(path)/buttond.sock")
    }
    throw DaemonError("\(path) exists and is not a socket; remove it, or choose another path")
  }

  /// A named folder must exist and be writable.
  private static func checkFolder(of path: String) throws(DaemonError) {
    let folder = SocketFolders.folder(of: path)
    var status = stat()
    guard stat(folder, &status) == 0 else {
      let reason = String(cString: strerror(errno))
      throw DaemonError(
        "the socket's folder \(folder) cannot be used (\(reason)): make it, or choose another path"
          + " with --socket")
    }
    guard faccessat(AT_FDCWD, folder, W_OK | X_OK, AT_EACCESS) == 0 else {
      let reason = String(cString: strerror(errno))
      throw DaemonError(
        "no socket can be made in \(folder) (\(reason)): choose another path with --socket")
    }
  }

  /// The socket's file is removed with the server.
  func release() { lock?.release() }

  private static func mode(_ isOpenToOthers: Bool) -> mode_t { isOpenToOthers ? 0o666 : 0o600 }

  /// Removes a dead daemon's socket; a live listener or another kind of file stays.
  private static func removeStale(_ path: String) throws(DaemonError) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return }
    try checkKind(path)
    if hasListener(path) { throw .taken(path) }
    unlink(path)
  }

  /// A process listens at the path, even one that accepts no connection at the moment: the probe
  /// does not wait.
  private static func hasListener(_ path: String) -> Bool {
    let descriptor = csystem_connect_unix(path, 0)
    if descriptor >= 0 { Glibc.close(descriptor) }
    return descriptor != -ECONNREFUSED && descriptor != -ENOENT
  }
}

/// The lock of every daemon while it listens at a path: a file beside the socket.
private struct SocketLock {
  private let path: String
  private let descriptor: Int32

  init(for socket: String) throws(DaemonError) {
    path = "\(socket).lock"
    while true {
      let lock = open(path, O_CREAT | O_RDWR | O_CLOEXEC | O_NOFOLLOW, 0o600)
      guard lock >= 0 else { throw .system("open", path) }
      guard flock(lock, LOCK_EX | LOCK_NB) == 0 else {
        Glibc.close(lock)
        throw .taken(socket)
      }
      var held = stat()
      var named = stat()
      if fstat(lock, &held) == 0, stat(path, &named) == 0, held.st_ino == named.st_ino {
        descriptor = lock
        return
      }
      // The daemon that held it removed the file between the two calls.
      Glibc.close(lock)
    }
  }

  func release() {
    unlink(path)
    Glibc.close(descriptor)
  }
}

extension DefaultSocket {
  /// Makes the folder if it is missing, and checks that it is ours. Other users can pass through it
  /// only if they are to, and never if it is in a shared folder.
  fileprivate func makeFolder(isOpenToOthers: Bool) throws(DaemonError) {
    if mkdir(folder, 0o700) != 0, errno != EEXIST { throw .system("make", folder) }
    try checkFolder()
    if isInSharedFolder { return }
    var status = stat()
    let mode: mode_t = isOpenToOthers ? 0o711 : 0o700
    guard
      lstat(folder, &status) == 0 && status.st_mode & 0o7777 == mode || chmod(folder, mode) == 0
    else { throw .system("change the mode of", folder) }
  }

  /// Refuses a folder that others may have made or may write to; a missing one is made at the
  /// start, if that is possible.
  fileprivate func checkFolder() throws(DaemonError) {
    var status = stat()
    if lstat(folder, &status) != 0, errno == ENOENT {
      let parent = SocketFolders.folder(of: folder)
      if faccessat(AT_FDCWD, parent, W_OK | X_OK, AT_EACCESS) == 0 { return }
      throw .system("make the socket's folder in", parent)
    }
    let foreign: mode_t = isInSharedFolder ? 0o077 : 0o066
    guard lstat(folder, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
      throw refusal("it is a file or a link; choose another path with --socket")
    }
    if status.st_uid != geteuid() {
      throw refusal(
        "it belongs to \(AccountName.text(ofUser: status.st_uid)); choose another path with --socket"
      )
    }
    if status.st_mode & foreign != 0 {
      throw refusal("close it to others with chmod 0700, or choose another path with --socket")
    }
  }

  private func refusal(_ why: String) -> DaemonError {
    DaemonError("\(folder) is not a folder of ours with mode 0700: \(why)")
  }
}

extension DaemonError {
  fileprivate static func taken(_ path: String) -> DaemonError {
    DaemonError(
      "another process is listening on \(path); stop it, or choose another path with --socket")
  }
}
