import Glibc

/// How a worker process ended.
package enum WorkerExit: Hashable, Sendable {
  /// It returned from main or called exit.
  case code(Int32)
  /// A signal ended it.
  case signal(Int32)

  /// The exit codes with which a worker says that starting it again would not help.
  package static let permanentCodes: ClosedRange<Int32> = 64...79

  /// Whether a restart is pointless until a file changes.
  package var isPermanent: Bool {
    switch self {
    case .code(let code): WorkerExit.permanentCodes.contains(code)
    case .signal: false
    }
  }
}

extension WorkerExit: CustomStringConvertible {
  package var description: String {
    switch self {
    case .code(let code): "exited with code \(code)"
    case .signal(SIGSYS): WorkerExit.hiddenCall
    case .signal(let number): "was ended by \(WorkerExit.name(ofSignal: number))"
    }
  }

  /// The sandbox's report did not come through: the signal that brings it was blocked.
  private static let hiddenCall =
    "was ended by SIGSYS: in a signal handler the plugin made a system call that its sandbox refuses"

  private static func name(ofSignal number: Int32) -> String {
    let names: [Int32: String] = [
      1: "SIGHUP", 2: "SIGINT", 3: "SIGQUIT", 4: "SIGILL", 5: "SIGTRAP", 6: "SIGABRT",
      7: "SIGBUS", 8: "SIGFPE", 9: "SIGKILL", 11: "SIGSEGV", 13: "SIGPIPE", 14: "SIGALRM",
      15: "SIGTERM", 24: "SIGXCPU", 25: "SIGXFSZ", 31: "SIGSYS",
    ]
    return names[number] ?? "signal \(number)"
  }
}
