import Glibc
import PluginChannel
import UVLoop

/// Hears what becomes of a worker process.
protocol WorkerProcessOwner: AnyObject {
  /// A whole frame arrived; its payload is valid during the call.
  func worker(_ worker: WorkerProcess, didReceive frame: FrameSplitter.Frame)
  /// What arrived is no frame; nothing more will be read.
  func worker(_ worker: WorkerProcess, didBreak why: String)
  /// The worker closed its end of the channel.
  func workerDidCloseChannel(_ worker: WorkerProcess)
  /// It printed a line.
  func worker(_ worker: WorkerProcess, didPrint line: String)
  /// The process is gone, and all it sent was received.
  func worker(_ worker: WorkerProcess, didExit exit: WorkerExit)
}

/// One process of `buttond-worker` with its channel, its status page and what it prints.
///
/// It leads its own process group with nothing in its environment but where its libraries are:
/// descriptor 0 is `/dev/null`, 1 and 2 are read as log lines, and `ChannelDescriptor` has the others.
final class WorkerProcess: StreamReader {
  /// What a worker may print, and log, in one second.
  static let logBytesPerSecond = ChannelLimits.logBytesPerSecond
  /// The most bytes that wait to be taken by a worker.
  static let maximumQueuedBytes = 4 * ChannelLimits.payloadBytes
  /// After a worker's end, how long what it left in its pipes is waited for, in milliseconds; more
  /// only if a process that escaped its group holds them open.
  private static let lingerMilliseconds: UInt64 = 50

  private let loop: Loop
  /// Kept until there is nothing more to tell: the last lines come after the process has ended.
  private var owner: (any WorkerProcessOwner)?
  private let page: StatusPage
  private var splitter = FrameSplitter()
  private var process: ChildProcess?
  private var incoming: Pipe?
  private var outgoing: Pipe?
  private var header = [UInt8](repeating: 0, count: FrameHeader.byteCount)
  private var outputs: [WorkerOutput] = []
  /// Keeps this object until the pipes are closed.
  private var linger: Timer?
  private var exit: WorkerExit?
  private var hasReportedExit = false

  /// Its process id.
  private(set) var pid: Int32 = 0

  /// Starts a worker for the plugin called `name`.
  init(
    _ executable: String, for name: String, on loop: Loop, owner: any WorkerProcessOwner
  ) throws(UVError) {
    self.loop = loop
    self.owner = owner
    page = try StatusPage()
    let channel = try WorkerChannel()
    let launch = ChildProcess.Launch(
      executable, arguments: [name],
      environment: WorkerRuntime.environment(ofWorker: executable), workingDirectory: "/",
      stdio: [
        .null, .pipe, .pipe, .inherit(channel.workerWriter), .inherit(page.descriptor),
        .inherit(channel.workerReader),
      ], hasOwnSession: true)
    let process = try ChildProcess(launch, on: loop) { [self] in didExit($0) }
    self.process = process
    page.closeDescriptor()
    pid = process.pid
    do throws(UVError) {
      try listen(to: process.pipes)
      try open(channel)
    } catch {
      release()
      throw error
    }
  }

  /// Whether it has sent something that has not been read, or has not been sent all that it is to get.
  var isHeldUp: Bool {
    guard let outgoing, let descriptor = incoming?.fileDescriptor else { return false }
    var poll = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return outgoing.writeQueueSize > 0 || Glibc.poll(&poll, 1, 0) == 1
  }

  /// What its status page says; readable after its end too.
  var status: StatusReading? { page.read() }

  /// Sends a frame; false says that the worker takes nothing and too much is waiting already.
  func send(_ type: FrameType, sequence: UInt32 = 0, payload: [UInt8] = []) -> Bool {
    guard let outgoing, outgoing.writeQueueSize <= WorkerProcess.maximumQueuedBytes else {
      return false
    }
    fillHeader(type, sequence, payload.count)
    do throws(UVError) {
      let written = try tryWrite(payload, to: outgoing)
      if written < header.count { try outgoing.write(header, from: written) }
      let rest = max(0, written - header.count)
      if rest < payload.count { try outgoing.write(payload, from: rest) }
    } catch {
      // The end of the channel is read, and reported, on its own.
    }
    return true
  }

  /// Ends the process and all it started.
  func kill() {
    guard let process, exit == nil else { return }
    try? process.killGroup(SIGKILL)
  }

  /// Lets go of everything, the process too; nothing is reported any more.
  func release() {
    owner = nil
    hasReportedExit = true
    closePipes()
    process?.close()
    process = nil
  }

  // MARK: Reading

  func streamDidRead(_ bytes: UnsafeRawBufferPointer, from pipe: Pipe) {
    splitter.append(bytes)
    do throws(MalformedFrame) {
      while incoming != nil, let frame = try splitter.next() {
        owner?.worker(self, didReceive: frame)
      }
    } catch {
      closeChannel()
      owner?.worker(self, didBreak: "\(error)")
    }
  }

  func streamDidEnd(_ error: UVError?, of pipe: Pipe) {
    closeChannel()
    if exit == nil { owner?.workerDidCloseChannel(self) }
    reportExit()
  }

  // MARK: Ending

  private func didExit(_ exit: ChildProcess.Exit) {
    self.exit = exit.signal != 0 ? .signal(exit.signal) : .code(exit.status)
    // What the worker started goes with it.
    try? process?.killGroup(SIGKILL)
    process = nil
    do throws(UVError) {
      let linger = try Timer(on: loop) { [self] in closePipes() }
      try linger.start(after: WorkerProcess.lingerMilliseconds)
      self.linger = linger
    } catch {
      closePipes()
    }
    reportExit()
  }

  private func reportExit() {
    guard let exit, incoming == nil, !hasReportedExit else { return }
    hasReportedExit = true
    owner?.worker(self, didExit: exit)
  }

  private func closeChannel() {
    incoming?.close()
    incoming = nil
    outgoing?.close()
    outgoing = nil
  }

  private func closePipes() {
    linger?.close()
    linger = nil
    for output in outputs { output.close() }
    outputs = []
    closeChannel()
    reportExit()
    owner = nil
  }

  private func listen(to pipes: [Int: Pipe]) throws(UVError) {
    for descriptor in [1, 2] {
      guard let pipe = pipes[descriptor] else { continue }
      outputs.append(try WorkerOutput(pipe, outputListener))
    }
  }

  private func open(_ channel: WorkerChannel) throws(UVError) {
    let incoming = try Pipe(adopting: channel.reader, on: loop)
    _ = channel.takeReader()
    self.incoming = incoming
    outgoing = try Pipe(adopting: channel.writer, on: loop)
    _ = channel.takeWriter()
    try incoming.startReading(self)
  }

  private var outputListener: WorkerOutput.Listener {
    WorkerOutput.Listener { [weak self] line in
      guard let self else { return }
      owner?.worker(self, didPrint: line)
    } flooded: { [weak self] why in
      guard let self else { return }
      owner?.worker(self, didBreak: why)
    }
  }

  // MARK: Writing

  /// Hands header and payload to the kernel in one call, and says how much of them it took.
  private func tryWrite(_ payload: [UInt8], to pipe: Pipe) throws(UVError) -> Int {
    let written = header.withUnsafeBytes { header in
      payload.withUnsafeBytes { payload in
        var pieces = (WriteBuffer(header), WriteBuffer(payload))
        return withUnsafeBytes(of: &pieces) { pieces in
          Result { () throws(UVError) in
            try pipe.tryWrite(pieces.assumingMemoryBound(to: WriteBuffer.self))
          }
        }
      }
    }
    return try written.get()
  }

  private func fillHeader(_ type: FrameType, _ sequence: UInt32, _ count: Int) {
    header.withUnsafeMutableBytes {
      $0.storeBytes(of: UInt32(count).littleEndian, toByteOffset: 0, as: UInt32.self)
      $0.storeBytes(of: type.rawValue, toByteOffset: 4, as: UInt8.self)
      $0.storeBytes(of: sequence.littleEndian, toByteOffset: 8, as: UInt32.self)
    }
  }
}

@available(*, unavailable)
extension WorkerProcess: Sendable {}
