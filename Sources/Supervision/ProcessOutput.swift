import ButtonModel
import UVLoop

/// Reads what a process prints for the log on one descriptor, line by line, until its end. The rate
/// of reading is limited, as more would starve the loop.
final class ProcessOutput: StreamReader {
  struct Listener {
    /// Gets each line.
    let log: (String) -> Void
    /// Gets the reason why nothing more is read.
    let flooded: (String) -> Void
  }

  /// The burst is five seconds' worth, for one long report.
  static let lineRate = TokenBucket.Rate(perSecond: 10_000, burst: 50_000)
  static let byteRate = TokenBucket.Rate(perSecond: 1_048_576, burst: 5_242_880)

  private let pipe: Pipe
  private let excess: SupervisedProcess.Excess
  private var limiter: LineLimiter
  private var lines = TokenBucket()
  private var bytes = TokenBucket()
  private let listener: Listener
  private var pause: Timer?
  private var hasWaited = false

  /// Starts reading; passes on at most `logBytesPerSecond`.
  init(
    _ pipe: Pipe, logBytesPerSecond: Int, excess: SupervisedProcess.Excess, _ listener: Listener
  ) throws(UVError) {
    self.pipe = pipe
    self.excess = excess
    self.listener = listener
    limiter = LineLimiter(bytesPerSecond: logBytesPerSecond)
    try pipe.startReading(self)
  }

  /// Drops what has not been read.
  func close() {
    guard !pipe.isClosing else { return }
    pause?.close()
    pause = nil
    pipe.close()
    limiter.end(at: pipe.loop.hrtime).forEach(listener.log)
  }

  func streamDidRead(_ read: UnsafeRawBufferPointer, from pipe: Pipe) {
    let now = pipe.loop.hrtime
    let before = limiter.lineCount
    limiter.receive(read, at: now).forEach(listener.log)
    let count = limiter.lineCount - before
    switch excess {
    case .isRefused:
      guard bytes.takeIfThere(read.count, ProcessOutput.byteRate, now: now),
        lines.takeIfThere(count, ProcessOutput.lineRate, now: now)
      else {
        close()
        return listener.flooded("printed more than \(ProcessOutput.rates)")
      }
    case .waits:
      let wait = max(
        bytes.take(read.count, ProcessOutput.byteRate, now: now),
        lines.take(count, ProcessOutput.lineRate, now: now))
      if wait > 0 { rest(wait) }
    }
  }

  func streamDidEnd(_ error: UVError?, of pipe: Pipe) {
    close()
  }

  private static var rates: String {
    "\(Int(lineRate.perSecond)) lines or \(Int(byteRate.perSecond) >> 20) MiB a second"
  }

  /// Leaves what comes next in the pipe for some nanoseconds.
  private func rest(_ wait: UInt64) {
    if !hasWaited {
      hasWaited = true
      listener.log("prints more than \(ProcessOutput.rates) to its standard error; it has to wait")
    }
    pipe.stopReading()
    do throws(UVError) {
      if pause == nil {
        pause = try Timer(on: pipe.loop) { [self] in
          do throws(UVError) { try pipe.startReading(self) } catch { close() }
        }
      }
      try pause?.start(after: wait / .millisecond + 1)
    } catch {
      close()
    }
  }
}

@available(*, unavailable)
extension ProcessOutput: Sendable {}
