import Glibc
package import Supervision

extension ProcessExit {
  /// The exit codes with which a worker says that starting it again would not help.
  package static let permanentCodes: ClosedRange<Int32> = 64...79

  /// Whether a worker's restart is pointless until a file changes.
  package var isPermanent: Bool {
    switch self {
    case .code(let code): ProcessExit.permanentCodes.contains(code)
    case .signal: false
    }
  }

  /// How a worker ended, in words.
  package var endOfWorker: String {
    // The sandbox's report did not come through: the signal that brings it was blocked.
    guard self == .signal(SIGSYS) else { return description }
    return
      "\(description): in a signal handler the plugin made a system call that its sandbox refuses"
  }
}
