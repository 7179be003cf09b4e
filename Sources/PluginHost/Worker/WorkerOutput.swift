import ButtonModel
import UVLoop

/// Reads what a worker prints on one of its descriptors, line by line, until its end, or until it
/// prints so much that reading it would keep the loop from everything else.
final class WorkerOutput: StreamReader {
  /// Hears what comes of reading.
  struct Listener {
    /// Takes each line.
    let log: (String) -> Void
    /// Takes the reason why nothing more is read.
    let flooded: (String) -> Void
  }

  /// The most lines that are read in a second.
  static let linesPerSecond = 100_000
  /// The most bytes that are read in a second.
  static let bytesPerSecond = 4 << 20
  private static let lineRate = TokenBucket.Rate(perSecond: Double(linesPerSecond))
  private static let byteRate = TokenBucket.Rate(perSecond: Double(bytesPerSecond))

  private let pipe: Pipe
  private var limiter = LineLimiter(bytesPerSecond: WorkerProcess.logBytesPerSecond)
  private var lines = TokenBucket()
  private var bytes = TokenBucket()
  private let listener: Listener

  /// Reads from now on.
  init(_ pipe: Pipe, _ listener: Listener) throws(UVError) {
    self.pipe = pipe
    self.listener = listener
    try pipe.startReading(self)
  }

  /// Gives up what has not been read.
  func close() {
    guard !pipe.isClosing else { return }
    pipe.close()
    limiter.end(at: pipe.loop.hrtime).forEach(listener.log)
  }

  func streamDidRead(_ read: UnsafeRawBufferPointer, from pipe: Pipe) {
    let now = pipe.loop.hrtime
    let before = limiter.lineCount
    limiter.receive(read, at: now).forEach(listener.log)
    guard bytes.takeIfThere(read.count, WorkerOutput.byteRate, now: now),
      lines.takeIfThere(limiter.lineCount - before, WorkerOutput.lineRate, now: now)
    else {
      close()
      return listener.flooded(
        "printed more than \(WorkerOutput.linesPerSecond) lines or "
          + "\(WorkerOutput.bytesPerSecond >> 20) MiB in a second")
    }
  }

  func streamDidEnd(_ error: UVError?, of pipe: Pipe) {
    close()
  }
}

@available(*, unavailable)
extension WorkerOutput: Sendable {}
