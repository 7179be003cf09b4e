import ButtonProtocol
import Glibc

/// The listening socket that a service manager passes as descriptor 3, announced by `LISTEN_PID`
/// and `LISTEN_FDS`. Its file belongs to the manager.
struct ActivatedSocket {
  let descriptor: Int32
  /// The path for people; an abstract address begins with `@`.
  let path: String

  private static let first: Int32 = 3

  /// Nil if nothing was passed to this process.
  static func take() throws(DaemonError) -> ActivatedSocket? {
    defer { Environment.remove("LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES") }
    guard Environment.value("LISTEN_PID") == "\(getpid())",
      let count = Environment.value("LISTEN_FDS").flatMap({ Int($0) }), count > 0
    else { return nil }
    for descriptor in first..<first + Int32(clamping: min(count, 1_024)) {
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    }
    guard count == 1 else {
      throw DaemonError(
        "the service manager hands over \(count) sockets; the daemon listens on one: leave one"
          + " ListenStream= in the socket unit")
    }
    return try ActivatedSocket(first)
  }

  /// Throws unless the descriptor is what the daemon needs.
  init(_ descriptor: Int32) throws(DaemonError) {
    let isListening =
      ActivatedSocket.option(SO_DOMAIN, of: descriptor) == AF_UNIX
      && ActivatedSocket.option(SO_TYPE, of: descriptor) == Int32(SOCK_STREAM.rawValue)
      && ActivatedSocket.option(SO_ACCEPTCONN, of: descriptor) == 1
    guard isListening else {
      throw DaemonError(
        "what the service manager hands over is not a listening Unix stream socket: use ListenStream="
          + " with a path in the socket unit, and Accept=no")
    }
    self.descriptor = descriptor
    path = ActivatedSocket.path(of: descriptor)
  }

  private static func option(_ option: Int32, of descriptor: Int32) -> Int32? {
    var value: Int32 = 0
    var size = socklen_t(MemoryLayout<Int32>.size)
    return getsockopt(descriptor, SOL_SOCKET, option, &value, &size) == 0 ? value : nil
  }

  private static func path(of descriptor: Int32) -> String {
    var address = sockaddr_un()
    var size = socklen_t(MemoryLayout<sockaddr_un>.size)
    let code = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        getsockname(descriptor, $0, &size)
      }
    }
    let start = MemoryLayout<sockaddr_un>.offset(of: \.sun_path) ?? 2
    let bytes = withUnsafeBytes(of: &address) { Array($0[start..<max(start, Int(size))]) }
    guard code == 0, let first = bytes.first else { return "a socket without a name" }
    let name = first == 0 ? [UInt8(ascii: "@")] + bytes.dropFirst() : bytes
    return String(decoding: name.prefix { $0 != 0 }, as: UTF8.self)
  }
}
