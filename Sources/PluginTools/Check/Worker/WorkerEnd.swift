import Glibc
import PluginChannel
import PluginHost
import Supervision

/// How a worker ended unexpectedly.
struct WorkerEnd: Error {
  enum Cause: Hashable {
    /// Its time was up, and it was killed.
    case timedOut
    case exited(ProcessExit)
    /// A system call that the sandbox refuses.
    case trapped(Int32)
    /// It gave up, and said why.
    case failed(String, code: WorkerExitCode?)
    /// It sent something that is not a frame, or not one that it may send.
    case broken(String)
    case notStarted(String)
  }

  let cause: Cause
  var place: CheckPlace?
  /// The button's index among those asked for.
  var index: Int?
  /// The end of what it printed.
  var output = ""

  /// The sandbox ended it.
  var isTrap: Bool {
    switch cause {
    case .trapped, .exited(.signal(SIGSYS)): true
    case .timedOut, .exited, .failed, .broken, .notStarted: false
    }
  }

  var finding: CheckFinding {
    let (status, message, remedy) = words
    let printed = output.isEmpty ? "" : "; it printed: \(output)"
    return CheckFinding(status, message + printed, at: place, remedy: remedy)
  }

  private static func remedy(forSignal number: Int32) -> String {
    if number == SIGSYS { return "do without, or ask for the permission in the manifest" }
    let trap =
      [SIGILL, SIGTRAP].contains(number)
      ? "in Swift it is a trap, such as ! of nil or an index out of range; " : ""
    return "see what it printed, a panic of Rust for example; \(trap)build with -g, in C with "
      + "-fsanitize=address too, or run the worker under a debugger (sandbox: off)"
  }

  private var words: (CheckStatus, String, String) {
    switch cause {
    case .timedOut:
      (
        .failed, "timed out, and its worker was killed",
        "find the loop that does not end, or the call that waits; resolve() has well under 1 ms"
      )
    case .exited(.signal(let number)):
      (
        .crashed, "the worker \(ProcessExit.signal(number).endOfWorker)",
        WorkerEnd.remedy(forSignal: number)
      )
    case .exited(let exit):
      (
        .crashed, "the worker \(exit.endOfWorker) in the middle of its work",
        "a plugin must not call exit(); return an error, or host->fail()"
      )
    case .trapped(let call):
      (
        .crashed, TrappedCall(number: call).description,
        WorkerEnd.remedy(for: TrappedCall(number: call))
      )
    case .failed(let message, .identityMismatch?):
      (
        .failed, message,
        "run make; else make plugin.json and the source agree (C: the fields of btn_plugin; Swift: id and "
          + "version of the plugin)"
      )
    case .failed(let message, _):
      (.failed, message, "the worker says what it needs; see the plugin author's guide")
    case .broken(let what):
      (
        .crashed, "the worker sent an invalid frame: \(what)",
        "a plugin must not write to descriptors that it has not opened; 3 and 4 are the worker's"
      )
    case .notStarted(let what):
      (.failed, what, "run buttonctl from its installed place (scripts/install)")
    }
  }

  private static func remedy(for call: TrappedCall) -> String {
    switch call.permission {
    case let permission?:
      "say \"permissions\": {\"\(permission)\": true} in the manifest, or do without"
    case nil:
      "do without: no permission allows it; a process beside the daemon can do it and set state"
    }
  }
}
