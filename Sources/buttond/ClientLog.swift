import ButtonModel
import ButtonProtocol
import ButtonSocket
import DaemonConfiguration
import Logging
import UVLoop

/// The log about clients: with their names, and limited so that they cannot flood it.
final class ClientLog {
  /// Milliseconds from the first suppressed line to the line that reports how many there were.
  private static let suppressionReport: UInt64 = 5_000
  private static let reportedSources = 10

  private let log: DaemonLog
  private let loop: Loop
  private var limiter = LogLimiter()
  private var timer: Timer?
  /// Cached; nil for a user without a name.
  private var userNames: [UInt32: String?] = [:]

  private static let maximumNames = 256

  init(_ log: DaemonLog, on loop: Loop) {
    self.log = log
    self.loop = loop
  }

  var suppressedCount: Int { limiter.suppressedCount }

  var wantsErrors: Bool { log.level <= .debug }

  /// Logs a line about a client with the name that it gave itself, unless there were too many
  /// lately.
  func log(
    _ level: Logger.Level, _ message: @autoclosure () -> String, about peer: SocketPeer,
    named name: @autoclosure () -> String? = nil
  ) {
    guard log.level <= level else { return }
    let (pid, uid) = (peer.credentials.pid, peer.credentials.uid)
    let user = userName(uid)
    guard admits("uid \(uid)\(user.map { " (\($0))" } ?? "") pid \(pid)") else { return }
    var metadata: Logger.Metadata = ["pid": "\(pid)", "uid": "\(uid)"]
    if let user { metadata["user"] = "\(Excerpt(user))" }
    if let name = name() { metadata["client"] = "\(Excerpt(name))" }
    log.log(level: level, "\(message())", metadata: metadata)
  }

  private func userName(_ user: UInt32) -> String? {
    if let known = userNames[user] { return known }
    if userNames.count >= ClientLog.maximumNames { userNames.removeAll() }
    let name = AccountName.name(ofUser: user)
    userNames.updateValue(name, forKey: user)
    return name
  }

  func log(failure error: UVError) {
    if admits("failures to connect") { log.error("a client could not connect: \(error)") }
  }

  func close() { timer?.close() }

  /// Whether a line about a source may be logged; if not, schedules the report of suppressed lines.
  private func admits(_ source: String) -> Bool {
    if limiter.admits(source, now: loop.now * 1_000_000) { return true }
    if let timer, timer.isActive { return false }
    do throws(UVError) {
      if timer == nil { timer = try Timer(on: loop) { [unowned self] in reportSuppressed() } }
      try timer?.start(after: ClientLog.suppressionReport)
      timer?.isReferenced = false
    } catch {
      log.error("cannot set the timer of the log: \(error)")
    }
    return false
  }

  private func reportSuppressed() {
    let suppressed = limiter.takeSuppressed()
    for (source, count) in suppressed.prefix(ClientLog.reportedSources) {
      log.warning("left out \(count) lines about a client", metadata: ["about": "\(source)"])
    }
    let rest = suppressed.dropFirst(ClientLog.reportedSources)
    guard !rest.isEmpty else { return }
    let lines = rest.reduce(0) { $0 + $1.count }
    log.warning("left out \(lines) lines about \(rest.count) other clients")
  }
}
