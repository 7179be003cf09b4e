import UVLoop

/// Reads what a worker prints on one of its descriptors, line by line, until its end.
final class WorkerOutput: StreamReader {
  private let pipe: Pipe
  private var limiter = LineLimiter(bytesPerSecond: WorkerProcess.logBytesPerSecond)
  private let log: (String) -> Void

  /// Reads from now on; `log` takes each line.
  init(_ pipe: Pipe, log: @escaping (String) -> Void) throws(UVError) {
    self.pipe = pipe
    self.log = log
    try pipe.startReading(self)
  }

  /// Gives up what has not been read.
  func close() {
    guard !pipe.isClosing else { return }
    pipe.close()
    limiter.end(at: pipe.loop.hrtime).forEach(log)
  }

  func streamDidRead(_ bytes: UnsafeRawBufferPointer, from pipe: Pipe) {
    limiter.receive(bytes, at: pipe.loop.hrtime).forEach(log)
  }

  func streamDidEnd(_ error: UVError?, of pipe: Pipe) {
    close()
  }
}

@available(*, unavailable)
extension WorkerOutput: Sendable {}
