import PluginChannel
import Supervision
import UVLoop

protocol WorkerProcessOwner: AnyObject {
  /// The payload is valid during the call.
  func worker(_ worker: WorkerProcess, didReceive frame: FrameSplitter.Frame)
  /// What arrived is not a frame; nothing more will be read.
  func worker(_ worker: WorkerProcess, didBreak why: String)
  func workerDidCloseChannel(_ worker: WorkerProcess)
  func worker(_ worker: WorkerProcess, didPrint line: String)
  /// The process is gone, and all it sent was received.
  func worker(_ worker: WorkerProcess, didExit exit: ProcessExit)
}

/// A process of `buttond-worker` with its channel; what it prints is read as lines for the log.
final class WorkerProcess {
  /// Printed, and logged in frames.
  static let logBytesPerSecond = ChannelLimits.logBytesPerSecond
  /// What may wait to be read by a worker.
  static let maximumQueuedBytes = 4 * ChannelLimits.payloadBytes

  private var owner: (any WorkerProcessOwner)?
  private let channel: WorkerChannel
  private var splitter = FrameSplitter()
  private var process: SupervisedProcess?
  private var outgoing: Pipe?
  private var header = [UInt8](repeating: 0, count: FrameHeader.byteCount)

  private(set) var pid: Int32 = 0

  init(
    _ executable: String, for name: String, on loop: Loop, owner: any WorkerProcessOwner
  ) throws(UVError) {
    self.owner = owner
    channel = try WorkerChannel()
    let launch = channel.launch(executable, arguments: [name], output: .pipe)
    let process = try SupervisedProcess(launch, on: loop, owner: self)
    self.process = process
    channel.closeWorkerEnds()
    pid = process.pid
    do throws(UVError) {
      for pipe in [process.pipes[1], process.pipes[2]].compactMap(\.self) {
        try process.log(pipe, bytesPerSecond: WorkerProcess.logBytesPerSecond)
      }
      try open(on: loop, of: process)
    } catch {
      release()
      throw error
    }
  }

  /// It has sent data that has not been read, or has not been sent all its data.
  var isHeldUp: Bool {
    guard let outgoing, let process, process.isStreamOpen else { return false }
    return outgoing.writeQueueSize > 0 || process.hasUnreadInput
  }

  /// Readable after its end, too.
  var status: StatusReading? { channel.status }

  /// False if the worker takes no more and too much is waiting already.
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
      // The end of the channel is reported when it is read.
    }
    return true
  }

  /// Ends the process and all that it started.
  func kill() { process?.kill() }

  /// Releases everything, the process too; nothing is reported any more.
  func release() {
    owner = nil
    closeOutgoing()
    process?.release()
    process = nil
  }

  private func open(on loop: Loop, of process: SupervisedProcess) throws(UVError) {
    let incoming = try Pipe(adopting: channel.reader, on: loop)
    _ = channel.takeReader()
    outgoing = try Pipe(adopting: channel.writer, on: loop)
    _ = channel.takeWriter()
    try process.read(incoming)
  }

  private func closeOutgoing() {
    outgoing?.close()
    outgoing = nil
  }

  // MARK: Writing

  /// Passes header and payload to the kernel in one call; returns how many bytes it took.
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

extension WorkerProcess: SupervisedProcessOwner {
  func process(_ process: SupervisedProcess, didSend bytes: UnsafeRawBufferPointer) {
    splitter.append(bytes)
    do throws(MalformedFrame) {
      while process.isStreamOpen, let frame = try splitter.next() {
        owner?.worker(self, didReceive: frame)
      }
    } catch {
      process.closeStream()
      closeOutgoing()
      owner?.worker(self, didBreak: "\(error)")
    }
  }

  func processDidEndStream(_ process: SupervisedProcess) {
    closeOutgoing()
    owner?.workerDidCloseChannel(self)
  }

  func process(_ process: SupervisedProcess, didPrint line: String) {
    owner?.worker(self, didPrint: line)
  }

  func process(_ process: SupervisedProcess, didFlood why: String) {
    owner?.worker(self, didBreak: why)
  }

  func process(_ process: SupervisedProcess, didExit exit: ProcessExit) {
    closeOutgoing()
    self.process = nil
    owner?.worker(self, didExit: exit)
  }
}

@available(*, unavailable)
extension WorkerProcess: Sendable {}
