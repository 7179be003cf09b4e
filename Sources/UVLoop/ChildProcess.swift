import CLibuv
import CPlatform
import Glibc

/// A program started by the loop, and the report of its end.
///
/// It closes itself after reporting that end. Closed earlier, it kills the program (its whole
/// group, if it has its own), waits for it without blocking the loop and reports nothing: a program
/// is never left running unwatched, nor as a zombie.
package final class ChildProcess: Handle {
  /// The process id; the system may reuse it once `isRunning` is false.
  package private(set) var pid: Int32 = 0
  /// Whether the program has not been seen to end.
  package private(set) var isRunning = true
  /// Our ends of the created pipes, by the child's descriptor. They are the caller's to close.
  package let pipes: [Int: Pipe]

  private let hasOwnSession: Bool
  private var exitHandler: ((Exit) -> Void)?

  /// Starts the program. When this returns it has been executed: a missing or forbidden one throws.
  /// Signal dispositions and the signal mask are the defaults in the child. It inherits no descriptor
  /// but those of `launch.stdio`: all of ours from 3 on are made close-on-exec.
  package init(
    _ launch: Launch, on loop: Loop, onExit: @escaping (Exit) -> Void
  ) throws(UVError) {
    try checked(csystem_close_on_exec_from(3), "keep descriptors from", launch.executable)
    var opened: [Int: Pipe] = [:]
    var isSpawned = false
    defer {
      if !isSpawned { for pipe in opened.values { pipe.close() } }
    }
    for (descriptor, slot) in launch.stdio.enumerated() where slot == .pipe {
      opened[descriptor] = try Pipe(unconnectedOn: loop)
    }
    pipes = opened
    hasOwnSession = launch.hasOwnSession
    exitHandler = onExit
    try super.init(uv_process_t.self, on: loop, "spawn", subject: launch.executable) {
      rawLoop, process in
      launch.withOptions(pipes: opened) { options in
        options.exit_cb = { process, status, signal in
          Handle.recover(process, as: ChildProcess.self).didExit(status, signal)
        }
        return uv_spawn(rawLoop, process, &options)
      }
    }
    isSpawned = true
    pid = typed.pointee.pid
  }

  /// Sends a signal to the program alone.
  package func kill(_ signal: Int32) throws(UVError) {
    let code = isRunning ? uv_process_kill(typed, signal) : UVError.Code.noSuchProcess.rawValue
    try checked(code, "kill", "process \(pid)")
  }

  /// Sends a signal to everything in the program's session group; only for one that was started
  /// with its own. It also reaches processes that the program left behind when it ended.
  package func killGroup(_ signal: Int32) throws(UVError) {
    precondition(hasOwnSession, "killGroup of a process in our own group")
    try checked(uv_kill(-pid, signal), "kill", "process group \(pid)")
  }

  package override func close(_ then: (() -> Void)? = nil) {
    guard isRunning else { return super.close(then) }
    exitHandler = nil
    whenClosed(then)
    _ = uv_kill(hasOwnSession ? -pid : pid, SIGKILL)
  }

  override func willClose() {
    exitHandler = nil
  }

  private var typed: UnsafeMutablePointer<uv_process_t> {
    raw.assumingMemoryBound(to: uv_process_t.self)
  }

  private func didExit(_ status: Int64, _ signal: CInt) {
    isRunning = false
    exitHandler?(Exit(status: Int32(truncatingIfNeeded: status), signal: signal))
    close()
  }
}
