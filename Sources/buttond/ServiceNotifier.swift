import Glibc

/// Tells a service manager how the daemon is doing: the protocol of sd_notify(3), lines in a datagram
/// to the socket that `NOTIFY_SOCKET` names.
struct ServiceNotifier {
  /// How often the manager wants to hear that the daemon lives, in milliseconds; nil when it does not
  /// ask.
  let watchdogInterval: UInt64?
  private let socket: Int32
  private let address: sockaddr_un
  private let length: socklen_t

  /// The manager that started this process; nil when none wants to hear.
  static func ofEnvironment() throws(DaemonError) -> ServiceNotifier? {
    guard let name = variable("NOTIFY_SOCKET") else { return nil }
    unsetenv("NOTIFY_SOCKET")
    return try ServiceNotifier(name, watchdogInterval: watchdogInterval())
  }

  private init(_ name: String, watchdogInterval: UInt64?) throws(DaemonError) {
    var bytes = Array(name.utf8)
    let isAbstract = name.hasPrefix("@")
    guard (2...107).contains(bytes.count), isAbstract || name.hasPrefix("/") else {
      throw DaemonError(
        "NOTIFY_SOCKET is \"\(name)\": it must be a path, or @ and a name; unset it")
    }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    // In an abstract name zeros count, so it ends where its bytes end.
    if isAbstract { bytes[0] = 0 } else { bytes.append(0) }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    self.address = address
    length = socklen_t((MemoryLayout<sockaddr_un>.offset(of: \.sun_path) ?? 2) + bytes.count)
    self.watchdogInterval = watchdogInterval
    let kind = Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue)
    socket = Glibc.socket(AF_UNIX, kind, 0)
    guard socket >= 0 else {
      throw DaemonError(
        "cannot open a socket for NOTIFY_SOCKET: \(String(cString: strerror(errno)))")
    }
    // A manager that does not read must not hold the daemon up.
    var limit = timeval(tv_sec: 0, tv_usec: 100_000)
    setsockopt(
      socket, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
  }

  /// Sends assignments; false when the manager did not take them. What comes again soon need not wait
  /// for a manager that is slow to read.
  @discardableResult
  func send(_ assignments: [String], mayWait: Bool = true) -> Bool {
    let flags = Int32(MSG_NOSIGNAL) | (mayWait ? 0 : Int32(MSG_DONTWAIT))
    var text = assignments.joined(separator: "\n")
    return text.withUTF8 { bytes in
      withUnsafePointer(to: address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          sendto(socket, bytes.baseAddress, bytes.count, flags, $0, length)
        }
      }
    } >= 0
  }

  /// Half of the time that the manager waits for a sign of life.
  private static func watchdogInterval() -> UInt64? {
    defer { for name in ["WATCHDOG_USEC", "WATCHDOG_PID"] { unsetenv(name) } }
    if let process = variable("WATCHDOG_PID"), process != "\(getpid())" { return nil }
    guard let time = variable("WATCHDOG_USEC").flatMap({ UInt64($0) }), time > 0 else { return nil }
    return max(1, time / 2_000)
  }

  private static func variable(_ name: String) -> String? {
    guard let value = getenv(name), value.pointee != 0 else { return nil }
    return String(cString: value)
  }
}
