import Glibc

/// Judges a daemon that owes an answer and sends nothing: asks for a sign of life, has the user told, and
/// gives up. One that answers the ping is at work on what it was asked for, however long that takes.
///
/// It reads no clock: only time spent waiting for the daemon counts, so what has arrived is read first.
package struct SilenceWatch: Sendable {
  /// How long a daemon may be silent.
  package struct Patience: Sendable {
    /// The milliseconds after which it is given up.
    package let milliseconds: UInt64
    /// Called once when it has been silent for a while, from any thread.
    package let notice: @Sendable () -> Void

    /// Patience for a number of milliseconds, at least one.
    package init(milliseconds: UInt64, notice: @escaping @Sendable () -> Void = {}) {
      self.milliseconds = max(1, milliseconds)
      self.notice = notice
    }
  }

  /// The silence after which the user gets a notice, and that after which a ping is sent, in milliseconds.
  package static let noticeTime: UInt64 = 3_000
  private static let pingTime: UInt64 = 1_000

  private let patience: Patience
  /// Milliseconds that were waited for nothing.
  private var silence: UInt64 = 0
  private var hasPinged = false
  private var hasNoticed = false

  /// A watch of a daemon that has been asked nothing.
  package init(_ patience: Patience) { self.patience = patience }

  /// Half of the patience where that is less: the answer to a ping takes its time too.
  private var pingTime: UInt64 { min(SilenceWatch.pingTime, patience.milliseconds / 2) }

  /// How long to wait for the daemon until the next step, in milliseconds; nil while it owes nothing.
  package func wait(for core: borrowing ClientCore) -> UInt64? {
    guard core.isOwedAnswer else { return nil }
    let steps = [hasPinged ? nil : pingTime, hasNoticed ? nil : SilenceWatch.noticeTime]
    let next = steps.compactMap { $0 }.filter { $0 > silence }.min() ?? .max
    return max(1, min(next, patience.milliseconds) - min(silence, patience.milliseconds))
  }

  /// The daemon has sent something, or owes nothing any more.
  package mutating func heard() {
    silence = 0
    hasPinged = false
  }

  /// The daemon has sent nothing for this number of milliseconds, while it owed an answer.
  package mutating func waited(_ milliseconds: UInt64, _ core: inout ClientCore) {
    guard core.isOwedAnswer else { return heard() }
    silence += milliseconds
    if silence >= patience.milliseconds {
      return core.finish(SilenceWatch.error("has not answered for", patience.milliseconds))
    }
    if silence >= pingTime, !hasPinged {
      hasPinged = true
      core.ping()
    }
    if silence >= SilenceWatch.noticeTime { notice() }
  }

  /// Connects to a daemon, which may not accept connections just now.
  package mutating func connect(to path: SocketPath) throws(ClientError) -> DaemonSocket {
    let first = min(SilenceWatch.noticeTime, patience.milliseconds)
    if let socket = try DaemonSocket(connectingTo: path, within: first) { return socket }
    let rest = patience.milliseconds - first
    if rest > 0 {
      notice()
      if let socket = try DaemonSocket(connectingTo: path, within: rest) { return socket }
    }
    throw SilenceWatch.error("has accepted no connection for", patience.milliseconds)
  }

  private mutating func notice() {
    if hasNoticed { return }
    hasNoticed = true
    patience.notice()
  }

  private static func error(_ what: String, _ milliseconds: UInt64) -> ClientError {
    let time =
      milliseconds % 1_000 == 0 ? "\(milliseconds / 1_000) s" : "\(milliseconds) ms"
    return ClientError(.unanswered, "the daemon \(what) \(time)")
  }
}
