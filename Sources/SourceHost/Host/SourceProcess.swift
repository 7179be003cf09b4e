import ButtonModel
import CPlatform
import Glibc
import Supervision
import UVLoop

protocol SourceProcessOwner: AnyObject {
  /// Standard output, valid during the call.
  func source(_ process: SourceProcess, didSend bytes: UnsafeRawBufferPointer)
  /// Standard output has ended, and the program has not.
  func sourceDidEndOutput(_ process: SourceProcess)
  /// A line of standard error.
  func source(_ process: SourceProcess, didPrint line: String)
  /// The program and all it started are gone; `report` says why it could not be started, if so.
  func source(_ process: SourceProcess, didExit exit: ProcessExit, report: String?)
}

/// One run of a source's program under `buttond-runner`, with its standard streams.
///
/// When the daemon's end of their socket is closed for any reason, the runner kills everything that
/// the program has started.
final class SourceProcess {
  /// What a program may have logged.
  static let logBytesPerSecond = 8 << 10
  /// What may wait to be read by a program.
  static let maximumQueuedBytes = 64 << 10
  /// The runner's exit code if it cannot start the program.
  private static let notStarted: Int32 = 127
  /// Where the runner has its end of the socket.
  private static let lifelineDescriptor = 3

  private weak var owner: (any SourceProcessOwner)?
  private var process: SupervisedProcess?
  private var input: Pipe?
  private var lifeline: Pipe?
  private var isReleased = false

  /// The runner's.
  private(set) var pid: Int32 = 0

  /// A polled program gets no standard input.
  init(
    _ source: SourceDefinition, by runner: String, on loop: Loop, owner: any SourceProcessOwner
  ) throws(UVError) {
    self.owner = owner
    let output = try PipeEnds()
    let errors = try PipeEnds()
    let input: PipeEnds? = try source.interval == nil ? PipeEnds() : nil
    let launch = ChildProcess.Launch(
      runner, arguments: [source.name, source.user ?? "-"] + source.command, environment: nil,
      workingDirectory: source.folder,
      stdio: [
        input.map { .inherit($0.reader) } ?? .null, .inherit(output.writer),
        .inherit(errors.writer), .pipe,
      ], hasOwnSession: true)
    let process = try SupervisedProcess(launch, on: loop, owner: self)
    self.process = process
    pid = process.pid
    lifeline = process.pipes[SourceProcess.lifelineDescriptor]
    do throws(UVError) {
      try process.log(
        try errors.adoptReader(on: loop), bytesPerSecond: SourceProcess.logBytesPerSecond,
        excess: .waits)
      self.input = try input?.adoptWriter(on: loop)
      try process.read(try output.adoptReader(on: loop))
    } catch {
      release()
      throw error
    }
  }

  /// Writes to the program's standard input; false if too much is waiting to be read.
  func send(_ line: [UInt8]) -> Bool {
    guard let input, input.writeQueueSize + line.count <= SourceProcess.maximumQueuedBytes else {
      return false
    }
    do throws(UVError) {
      let sent = line.withUnsafeBytes { bytes in
        Result { () throws(UVError) in try input.tryWrite(bytes) }
      }
      let written = try sent.get()
      if written < line.count { try input.write(line, from: written) }
      return true
    } catch {
      // The program has closed its end.
      closeInput()
      return false
    }
  }

  func pause() { process?.pauseStream() }

  func resume() { process?.resumeStream() }

  func terminate() { process?.signal(SIGTERM) }

  /// Makes the runner kill everything that the program has started.
  func kill() {
    closeLifeline()
    // The runner may have been stopped by a program of the same user.
    process?.signal(SIGCONT)
  }

  /// Kills the runner, and with it the program.
  func killNow() {
    closeLifeline()
    process?.kill()
  }

  /// Releases everything, including the process; nothing is reported from now on.
  func release() {
    isReleased = true
    closeInput()
    closeLifeline()
    process?.release()
    process = nil
  }

  private func closeInput() {
    input?.close()
    input = nil
  }

  private func closeLifeline() {
    lifeline?.close()
    lifeline = nil
  }

  /// The runner's report, written before it exited.
  private var report: String? {
    guard let descriptor = lifeline?.fileDescriptor else { return nil }
    var bytes = [UInt8](repeating: 0, count: 512)
    let count = bytes.withUnsafeMutableBytes {
      recv(descriptor, $0.baseAddress, $0.count, Int32(MSG_DONTWAIT))
    }
    return count > 0 ? LineLimiter.printable(Array(bytes.prefix(count))) : nil
  }
}

extension SourceProcess: SupervisedProcessOwner {
  func process(_ process: SupervisedProcess, didSend bytes: UnsafeRawBufferPointer) {
    if !isReleased { owner?.source(self, didSend: bytes) }
  }

  func processDidEndStream(_ process: SupervisedProcess) {
    if !isReleased { owner?.sourceDidEndOutput(self) }
  }

  func process(_ process: SupervisedProcess, didPrint line: String) {
    if !isReleased { owner?.source(self, didPrint: line) }
  }

  func process(_ process: SupervisedProcess, didFlood why: String) {
    preconditionFailure("a source that prints too much waits")
  }

  func process(_ process: SupervisedProcess, didExit exit: ProcessExit) {
    let report = exit == .code(SourceProcess.notStarted) ? report : nil
    closeInput()
    closeLifeline()
    self.process = nil
    if !isReleased { owner?.source(self, didExit: exit, report: report) }
  }
}

@available(*, unavailable)
extension SourceProcess: Sendable {}

/// Both ends of a new pipe, closed with the object unless adopted.
private final class PipeEnds {
  private(set) var reader: Int32 = -1
  private(set) var writer: Int32 = -1

  init() throws(UVError) {
    let code = csystem_pipe(&reader, &writer, 64 << 10)
    guard code == 0 else {
      throw UVError(
        operation: "make", subject: "the pipes to a source", code: UVError.Code(errno: -code))
    }
  }

  deinit {
    for end in [reader, writer] where end >= 0 { close(end) }
  }

  func adoptReader(on loop: Loop) throws(UVError) -> Pipe {
    let pipe = try Pipe(adopting: reader, on: loop)
    reader = -1
    return pipe
  }

  func adoptWriter(on loop: Loop) throws(UVError) -> Pipe {
    let pipe = try Pipe(adopting: writer, on: loop)
    writer = -1
    return pipe
  }
}
