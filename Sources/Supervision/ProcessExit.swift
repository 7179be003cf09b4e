package import UVLoop

package enum ProcessExit: Hashable, Sendable {
  /// Returned from main or called exit.
  case code(Int32)
  case signal(Int32)

  package init(_ exit: ChildProcess.Exit) {
    self = exit.signal != 0 ? .signal(exit.signal) : .code(exit.status)
  }
}

extension ProcessExit: CustomStringConvertible {
  package var description: String {
    switch self {
    case .code(let code): "exited with code \(code)"
    case .signal(let number): "was ended by \(ProcessExit.name(ofSignal: number))"
    }
  }

  private static func name(ofSignal number: Int32) -> String {
    let names: [Int32: String] = [
      1: "SIGHUP", 2: "SIGINT", 3: "SIGQUIT", 4: "SIGILL", 5: "SIGTRAP", 6: "SIGABRT",
      7: "SIGBUS", 8: "SIGFPE", 9: "SIGKILL", 11: "SIGSEGV", 13: "SIGPIPE", 14: "SIGALRM",
      15: "SIGTERM", 24: "SIGXCPU", 25: "SIGXFSZ", 31: "SIGSYS",
    ]
    return names[number] ?? "signal \(number)"
  }
}
