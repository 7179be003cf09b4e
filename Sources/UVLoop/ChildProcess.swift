import CLibuv
import CPlatform
import Glibc

/// A program started by the loop; reports its end.
///
/// It closes itself after reporting the end. If closed earlier, it kills the program (its whole
/// group, if it has its own), waits for it without blocking the loop and reports nothing: a program
/// is never left running unwatched, nor as a zombie.
package final class ChildProcess: Handle {
  /// The system may reuse it once `isRunning` is false.
  package private(set) var pid: Int32 = 0
  /// The end has not been seen.
  package private(set) var isRunning = true
  /// Our ends of the pipes, by the child's descriptor. The caller closes them.
  package let pipes: [Int: Pipe]

  private let hasOwnSession: Bool
  private var exitHandler: ((Exit) -> Void)?

  /// Starts the program. On return it has been executed: a missing or forbidden one throws. The
  /// child has default signal dispositions and mask, and inherits only the descriptors of
  /// `launch.stdio`: all of ours from 3 on become close-on-exec.
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

  /// Signals the program alone.
  package func kill(_ signal: Int32) throws(UVError) {
    let code = isRunning ? uv_process_kill(typed, signal) : UVError.Code.noSuchProcess.rawValue
    try checked(code, "kill", "process \(pid)")
  }

  /// Signals the program's whole session group, which it must have, and what the program left
  /// behind.
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
