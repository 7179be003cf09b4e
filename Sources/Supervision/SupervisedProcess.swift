import Glibc
package import UVLoop

/// Hears what becomes of a supervised process.
package protocol SupervisedProcessOwner: AnyObject {
  /// Bytes of its stream arrived; they are valid during the call.
  func process(_ process: SupervisedProcess, didSend bytes: UnsafeRawBufferPointer)
  /// Its stream has ended, and the process has not.
  func processDidEndStream(_ process: SupervisedProcess)
  /// It printed a line for the log.
  func process(_ process: SupervisedProcess, didPrint line: String)
  /// It printed so much for the log that no more of it is read.
  func process(_ process: SupervisedProcess, didFlood why: String)
  /// The process is gone, and all it sent was received.
  func process(_ process: SupervisedProcess, didExit exit: ProcessExit)
}

/// One process in a new session: what it sends on its stream, what it prints for the log, and its
/// end, which is reported after the last of both.
///
/// What it has started ends with it, as far as it stayed in its process group.
package final class SupervisedProcess: StreamReader {
  /// What becomes of a process that prints more for the log than is read.
  package enum Excess {
    /// Nothing more is read, and the owner hears why.
    case isRefused
    /// It waits until there is room.
    case waits
  }

  /// After a process's end, how long what it left in its pipes is waited for, in milliseconds; more
  /// only if a process that escaped its group holds them open.
  private static let lingerMilliseconds: UInt64 = 50

  /// Its process id, and that of its group.
  package let pid: Int32

  /// Our ends of the pipes that its launch asked for. They are the caller's to read or close.
  package let pipes: [Int: Pipe]

  private let loop: Loop
  /// Kept until there is nothing more to tell: the last lines come after the process has ended.
  private var owner: (any SupervisedProcessOwner)?
  private var process: ChildProcess?
  private var stream: Pipe?
  private var outputs: [ProcessOutput] = []
  /// Keeps this object until the pipes are closed.
  private var linger: Timer?
  private var exit: ProcessExit?
  private var hasReportedExit = false

  /// Starts a program, which leads a session.
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

  /// Whether its stream is open.
  package var isStreamOpen: Bool { stream != nil }

  /// Whether its stream holds something that has not been read.
  package var hasUnreadInput: Bool {
    guard let descriptor = stream?.fileDescriptor else { return false }
    var poll = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return Glibc.poll(&poll, 1, 0) == 1
  }

  /// Reads from a pipe from now on: its bytes go to the owner, and its end precedes that of the process.
  package func read(_ pipe: Pipe) throws(UVError) {
    precondition(stream == nil, "a process has one stream")
    stream = pipe
    try pipe.startReading(self)
  }

  /// Reads what the process prints on a pipe from now on: it reaches the owner in lines, at most
  /// `bytesPerSecond`.
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

  /// Goes on with reading.
  package func resumeStream() {
    guard let stream, !stream.isReading else { return }
    do throws(UVError) { try stream.startReading(self) } catch { closeStream() }
  }

  /// Reads its stream no more.
  package func closeStream() {
    stream?.close()
    stream = nil
  }

  /// Sends a signal to its process group.
  package func signal(_ number: Int32) {
    guard let process, exit == nil else { return }
    try? process.killGroup(number)
  }

  /// Ends the process and all of its group.
  package func kill() { signal(SIGKILL) }

  /// Lets go of everything, the process too; nothing is reported any more.
  package func release() {
    owner = nil
    hasReportedExit = true
    closePipes()
    process?.close()
    process = nil
  }

  // MARK: Reading

  package func streamDidRead(_ bytes: UnsafeRawBufferPointer, from pipe: Pipe) {
    owner?.process(self, didSend: bytes)
  }

  package func streamDidEnd(_ error: UVError?, of pipe: Pipe) {
    closeStream()
    if exit == nil { owner?.processDidEndStream(self) }
    reportExit()
  }

  // MARK: Ending

  private func didExit(_ exit: ChildProcess.Exit) {
    self.exit = ProcessExit(exit)
    // What the process started goes with it.
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
