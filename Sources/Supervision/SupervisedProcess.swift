import Glibc
package import UVLoop

package protocol SupervisedProcessOwner: AnyObject {
  /// The bytes are valid during the call.
  func process(_ process: SupervisedProcess, didSend bytes: UnsafeRawBufferPointer)
  /// The stream has ended, and the process has not.
  func processDidEndStream(_ process: SupervisedProcess)
  func process(_ process: SupervisedProcess, didPrint line: String)
  /// It printed so much for the log that no more of it is read.
  func process(_ process: SupervisedProcess, didFlood why: String)
  /// The process is gone, and all it sent was received.
  func process(_ process: SupervisedProcess, didExit exit: ProcessExit)
}

/// One process in a new session: what it sends on its stream, what it prints for the log, and its
/// end, which is reported after the last of both.
///
/// What it has started ends with it, if it stayed in its process group.
package final class SupervisedProcess: StreamReader {
  /// What becomes of a process that prints more for the log than is read.
  package enum Excess {
    /// Nothing more is read, and the owner gets the reason.
    case isRefused
    /// It waits until there is room.
    case waits
  }

  /// How long the pipes of an ended process are drained: they stay open longer only if a process
  /// that escaped its group has them.
  private static let lingerMilliseconds: UInt64 = 50

  /// Also the id of its process group.
  package let pid: Int32

  /// Our ends of the pipes that the launch asked for; the caller reads or closes them.
  package let pipes: [Int: Pipe]

  private let loop: Loop
  /// Released after the last report: the last lines come after the process has ended.
  private var owner: (any SupervisedProcessOwner)?
  private var process: ChildProcess?
  private var stream: Pipe?
  private var outputs: [ProcessOutput] = []
  /// Keeps this object until the pipes are closed.
  private var linger: Timer?
  private var exit: ProcessExit?
  private var hasReportedExit = false

  /// The program leads a session.
  package convenience init(
    _ launch: ChildProcess.Launch, on loop: Loop, owner: any SupervisedProcessOwner
  ) throws(UVError) {
    var ended: (ChildProcess.Exit) -> Void = { _ in }
    let process = try ChildProcess(launch, on: loop) { exit in ended(exit) }
    self.init(process, on: loop, owner: owner)
    ended = { [self] exit in didExit(exit) }
  }

  private init(_ process: ChildProcess, on loop: Loop, owner: any SupervisedProcessOwner) {
    self.process = process
    self.loop = loop
    self.owner = owner
    pid = process.pid
    pipes = process.pipes
  }

  package var isStreamOpen: Bool { stream != nil }

  /// The stream has unread bytes.
  package var hasUnreadInput: Bool {
    guard let descriptor = stream?.fileDescriptor else { return false }
    var poll = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return Glibc.poll(&poll, 1, 0) == 1
  }

  /// Sends a pipe's bytes to the owner; its end is reported before that of the process.
  package func read(_ pipe: Pipe) throws(UVError) {
    precondition(stream == nil, "a process has one stream")
    stream = pipe
    try pipe.startReading(self)
  }

  /// Sends what the process prints on a pipe to the owner, line by line, at most `bytesPerSecond`.
  package func log(
    _ pipe: Pipe, bytesPerSecond: Int, excess: Excess = .isRefused
  ) throws(UVError) {
    let output = try ProcessOutput(
      pipe, logBytesPerSecond: bytesPerSecond, excess: excess,
      ProcessOutput.Listener { [weak self] line in
        guard let self else { return }
        owner?.process(self, didPrint: line)
      } flooded: { [weak self] why in
        guard let self else { return }
        owner?.process(self, didFlood: why)
      })
    outputs.append(output)
  }

  /// Leaves what arrives in the pipe until ``resumeStream()``.
  package func pauseStream() { stream?.stopReading() }

  package func resumeStream() {
    guard let stream, !stream.isReading else { return }
    do throws(UVError) { try stream.startReading(self) } catch { closeStream() }
  }

  package func closeStream() {
    stream?.close()
    stream = nil
  }

  /// Signals its process group.
  package func signal(_ number: Int32) {
    guard let process, exit == nil else { return }
    try? process.killGroup(number)
  }

  /// Ends the whole process group.
  package func kill() { signal(SIGKILL) }

  /// Releases everything, the process too; nothing is reported any more.
  package func release() {
    owner = nil
    hasReportedExit = true
    closePipes()
    process?.close()
    process = nil
  }

  package func streamDidRead(_ bytes: UnsafeRawBufferPointer, from pipe: Pipe) {
    owner?.process(self, didSend: bytes)
  }

  package func streamDidEnd(_ error: UVError?, of pipe: Pipe) {
    closeStream()
    if exit == nil { owner?.processDidEndStream(self) }
    reportExit()
  }

  private func didExit(_ exit: ChildProcess.Exit) {
    self.exit = ProcessExit(exit)
    // What the process started ends with it.
    try? process?.killGroup(SIGKILL)
    process = nil
    resumeStream()
    do throws(UVError) {
      let linger = try Timer(on: loop) { [self] in closePipes() }
      try linger.start(after: SupervisedProcess.lingerMilliseconds)
      self.linger = linger
    } catch {
      closePipes()
    }
    reportExit()
  }

  private func reportExit() {
    guard let exit, stream == nil, !hasReportedExit else { return }
    hasReportedExit = true
    owner?.process(self, didExit: exit)
  }

  private func closePipes() {
    linger?.close()
    linger = nil
    for output in outputs { output.close() }
    outputs = []
    closeStream()
    reportExit()
    owner = nil
  }
}

@available(*, unavailable)
extension SupervisedProcess: Sendable {}
