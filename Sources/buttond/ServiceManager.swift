import ButtonProtocol
import CPlatform
import Glibc
import Logging
import UVLoop

/// The service manager that started the daemon, which is notified of its state: the protocol of
/// sd_notify(3), lines in a datagram to the socket `NOTIFY_SOCKET`.
final class ServiceManager {
  /// A path, or `@` and an abstract name.
  private let name: String
  private let socket: Int32
  /// Milliseconds; nil without a watchdog.
  private let watchdogInterval: UInt64?
  private let loop: Loop
  private let log: DaemonLog
  /// Asks for more time during the start, then sends signs of life.
  private var timer: Timer?

  /// Milliseconds for which the start is extended at most.
  private static let longestStart: UInt64 = 3_600_000

  /// Nil if the environment names none.
  static func ofEnvironment(on loop: Loop, log: DaemonLog) throws(DaemonError) -> ServiceManager? {
    guard let name = Environment.value("NOTIFY_SOCKET") else { return nil }
    Environment.remove("NOTIFY_SOCKET")
    return try ServiceManager(name, watchdogInterval(), loop, log)
  }

  private init(
    _ name: String, _ watchdogInterval: UInt64?, _ loop: Loop, _ log: DaemonLog
  ) throws(DaemonError) {
    try ServiceManager.check(name)
    self.name = name
    self.watchdogInterval = watchdogInterval
    self.loop = loop
    self.log = log
    socket = Glibc.socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard socket >= 0 else { throw .system("open a socket for", "NOTIFY_SOCKET") }
    // A manager that does not read must not block the daemon.
    var limit = timeval(tv_sec: 0, tv_usec: 100_000)
    setsockopt(
      socket, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
  }

  static func check(_ name: String) throws(DaemonError) {
    guard (2...Int(CSYSTEM_UNIX_PATH_BYTES)).contains(name.utf8.count),
      name.hasPrefix("@") || name.hasPrefix("/")
    else {
      throw DaemonError(
        "NOTIFY_SOCKET is \"\(name)\": it must be a path, or @ and a name; unset it")
    }
  }

  /// Restoring state may take time: until ``ready(at:)`` the manager is asked to wait, for an hour
  /// at most.
  func starting() {
    let began = loop.now
    send("EXTEND_TIMEOUT_USEC=30000000", "STATUS=restoring state")
    repeatedly(every: 10_000) { [self] in
      if loop.now > began + ServiceManager.longestStart { return }
      send("EXTEND_TIMEOUT_USEC=30000000", mayWait: false)
    }
  }

  /// Tells the manager that the daemon is ready. From now on it gets signs of life from the loop,
  /// so that they end when the loop hangs.
  func ready(at path: String) {
    stopTimer()
    if !send("READY=1", "STATUS=listening on \(path)") {
      log.warning("cannot notify the service manager that the daemon is ready")
    }
    if let watchdogInterval {
      repeatedly(every: watchdogInterval) { [self] in
        send("WATCHDOG=1", mayWait: false)
      }
    }
  }

  func reloading() {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    let microseconds = Int(time.tv_sec) * 1_000_000 + time.tv_nsec / 1_000
    send("RELOADING=1", "MONOTONIC_USEC=\(microseconds)")
  }

  func reloaded(isValid: Bool, at path: String) {
    let status =
      isValid
      ? "listening on \(path)"
      : "invalid configuration; the previous one stays in force: see the log"
    send("READY=1", "STATUS=\(status)")
  }

  func stopping() { send("STOPPING=1", "STATUS=stopping") }

  func stopTimer() {
    timer?.close()
    timer = nil
  }

  private func repeatedly(every milliseconds: UInt64, _ act: @escaping () -> Void) {
    do throws(UVError) {
      let timer = try Timer(on: loop, act)
      self.timer = timer
      try timer.start(after: milliseconds, every: milliseconds)
      timer.isReferenced = false
    } catch {
      log.error("cannot keep the service manager informed: \(error)")
    }
  }

  /// False if the manager did not take the message. A repeated message need not wait for a slow
  /// manager.
  @discardableResult
  private func send(_ assignments: String..., mayWait: Bool = true) -> Bool {
    let flags = Int32(MSG_NOSIGNAL) | (mayWait ? 0 : Int32(MSG_DONTWAIT))
    var text = assignments.joined(separator: "\n")
    return text.withUTF8 {
      csystem_send_unix(socket, name, $0.baseAddress, $0.count, flags)
    } >= 0
  }

  /// Half of the watchdog's time, in milliseconds.
  private static func watchdogInterval() -> UInt64? {
    defer { Environment.remove("WATCHDOG_USEC", "WATCHDOG_PID") }
    if let process = Environment.value("WATCHDOG_PID"), process != "\(getpid())" { return nil }
    guard let time = Environment.value("WATCHDOG_USEC").flatMap({ UInt64($0) }), time > 0 else {
      return nil
    }
    return max(1, time / 2_000)
  }
}
