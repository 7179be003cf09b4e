import ButtonEngine
import ButtonModel
import ButtonProtocol
import ButtonService
import ButtonSocket
import Logging
import UVLoop

/// What is logged about clients: with their names, and never more than a log can bear.
extension Daemon {
  /// Milliseconds from the first line left out to the line that says how many were.
  private static let suppressionReport: UInt64 = 5_000
  /// Clients that such a report names.
  private static let reportedSources = 10

  /// Logs a line about a client, unless there were too many lately.
  func log(
    _ level: Logger.Level, _ message: @autoclosure () -> String, about peer: SocketPeer,
    named name: String? = nil
  ) {
    guard log.logLevel <= level else { return }
    let (pid, uid) = (peer.credentials.pid, peer.credentials.uid)
    guard logLimiter.admits("uid \(uid) pid \(pid)", now: loop.now * 1_000_000) else {
      return reportSuppressedLater()
    }
    var metadata: Logger.Metadata = ["pid": "\(pid)", "uid": "\(uid)"]
    if let name { metadata["client"] = "\(Excerpt(name))" }
    log.log(level: level, "\(message())", metadata: metadata)
  }

  /// The same about a connection, with the name that its client gave itself.
  func log(
    _ level: Logger.Level, _ message: @autoclosure () -> String, about connection: SocketConnection
  ) {
    let id = ConnectionID(rawValue: connection.id)
    log(level, message(), about: connection.peer, named: service.clientName(of: id))
  }

  /// Has errors of clients logged as long as somebody wants that much.
  func noteErrorsIfWanted() {
    guard log.logLevel <= .debug else {
      service.noteError = nil
      return
    }
    service.noteError = { [unowned self] id, error in
      guard let connection = server?.connection(id.rawValue) else { return }
      log(.debug, "\(error.reason.rawValue): \(error.message)", about: connection)
    }
  }

  /// Has a line say some time from now how many were left out.
  func reportSuppressedLater() {
    if let logTimer, logTimer.isActive { return }
    do throws(UVError) {
      if logTimer == nil { logTimer = try Timer(on: loop) { [self] in reportSuppressed() } }
      try logTimer?.start(after: Daemon.suppressionReport)
      logTimer?.isReferenced = false
    } catch {
      log.error("cannot set the timer of the log: \(error)")
    }
  }

  private func reportSuppressed() {
    let suppressed = logLimiter.takeSuppressed()
    for (source, count) in suppressed.prefix(Daemon.reportedSources) {
      log.warning("left out \(count) lines about a client", metadata: ["about": "\(source)"])
    }
    let rest = suppressed.dropFirst(Daemon.reportedSources)
    guard !rest.isEmpty else { return }
    let lines = rest.reduce(0) { $0 + $1.count }
    log.warning("left out \(lines) lines about \(rest.count) other clients")
  }
}
