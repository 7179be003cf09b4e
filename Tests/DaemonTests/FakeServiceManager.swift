import Glibc
import TestSupport

/// A service manager as far as a daemon sees one: a socket on which it hears how the daemon is doing.
final class FakeServiceManager {
  /// What `NOTIFY_SOCKET` says.
  let address: String
  private let socket: Int32
  private let folder = TemporaryFolder()

  /// Listens on a file, or under an abstract name.
  init(isAbstract: Bool = false) throws {
    let path = folder.file("notify")
    address = isAbstract ? "@\(path)" : path
    socket = Glibc.socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    let name = (isAbstract ? [0] : []) + Array(path.utf8)
    guard try bindUnix(socket, name) == 0 else {
      throw TestFailure("cannot listen on \(address): errno \(errno)")
    }
  }

  deinit { close(socket) }

  /// What a daemon's environment says about this manager.
  var environment: [String: String] { ["NOTIFY_SOCKET": address] }

  /// The next message's assignments; nil when none comes in time.
  func next(by deadline: Deadline = Deadline()) -> [String]? {
    var poll = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
    guard Glibc.poll(&poll, 1, deadline.remainingMilliseconds) > 0 else { return nil }
    var buffer = [UInt8](repeating: 0, count: 4_096)
    let count = recv(socket, &buffer, buffer.count, 0)
    let text = String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
    return text.split(separator: "\n").map(String.init)
  }
}

/// A socket that a service manager has opened for a daemon that need not run yet.
final class OpenedSocket {
  let descriptor: Int32
  let path: String
  private let folder: TemporaryFolder

  /// A listening stream socket, unless another kind is wanted.
  init(kind: __socket_type = SOCK_STREAM, isListening: Bool = true) throws {
    folder = TemporaryFolder()
    chmod(folder.path, 0o711)
    path = folder.file("opened.sock")
    descriptor = Glibc.socket(AF_UNIX, Int32(kind.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard try bindUnix(descriptor, Array(path.utf8)) == 0,
      !isListening || listen(descriptor, 64) == 0
    else { throw TestFailure("cannot listen on \(path): errno \(errno)") }
  }

  deinit { close(descriptor) }

  /// Starts a daemon with this socket, and `others`, handed over. The shell knows the process id that
  /// the daemon is to have.
  func start(
    _ arguments: [String] = [], plugins: [String] = ["--no-installed-plugins"],
    others: [Int32] = [], process: String = "$$", environment: [String: String] = [:]
  ) throws -> Program {
    let daemon = try InstalledPrefix().daemon
    let script =
      #"LISTEN_PID="\#(process)" LISTEN_FDS=\#(1 + others.count) exec "$0" "$@""#
    return try Program(
      "/bin/sh", ["-c", script, daemon, "--ephemeral"] + plugins + arguments,
      environment: environment,
      descriptors: [descriptor] + others)
  }
}

/// Binds a Unix socket to the bytes of a name; returns what `bind` does.
private func bindUnix(_ socket: Int32, _ name: [UInt8]) throws -> Int32 {
  var address = sockaddr_un()
  address.sun_family = sa_family_t(AF_UNIX)
  withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name) }
  let size = socklen_t((MemoryLayout<sockaddr_un>.offset(of: \.sun_path) ?? 2) + name.count)
  return withUnsafePointer(to: &address) { pointer in
    pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(socket, $0, size) }
  }
}
