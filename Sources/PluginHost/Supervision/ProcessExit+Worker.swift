import Glibc
import PluginChannel
package import Supervision

extension ProcessExit {
  /// A restart is pointless until a file changes.
  package var isPermanent: Bool {
    switch self {
    case .code(let code): WorkerExitCode.permanent.contains(code)
    case .signal: false
    }
  }

  package var endOfWorker: String {
    // The sandbox's report did not arrive: the signal that brings it was blocked.
    guard self == .signal(SIGSYS) else { return description }
    return
      "\(description): in a signal handler the plugin made a system call that its sandbox refuses"
  }
}
