import UVLoop

/// Reads and drops what a browser still sends when it has been sent all, until it ends the connection or
/// for a while, and then closes it. Closed with bytes unread, the connection would be reset, and the browser
/// might lose what it was sent last.
final class LastInput: StreamReader {
  /// Milliseconds in which the browser may end the connection.
  private static let patience: UInt64 = 1_000

  private let pipe: Pipe
  private let didClose: () -> Void
  private var timer: Timer?

  private init(_ pipe: Pipe, _ didClose: @escaping () -> Void) {
    self.pipe = pipe
    self.didClose = didClose
  }

  /// Closes a connection when nothing more comes, and calls `didClose` when it is closed.
  static func drop(from pipe: Pipe, _ didClose: @escaping () -> Void) {
    let input = LastInput(pipe, didClose)
    do throws(UVError) {
      try input.start()
    } catch {
      input.close()
    }
  }

  private func start() throws(UVError) {
    if pipe.isClosing { return close() }
    let timer = try Timer(on: pipe.loop) { self.close() }
    self.timer = timer
    try timer.start(after: Self.patience)
    try pipe.startReading(self)
  }

  private func close() {
    timer?.close()
    timer = nil
    pipe.close(didClose)
  }

  func streamDidRead(_ bytes: UnsafeRawBufferPointer, from pipe: Pipe) {}

  func streamDidEnd(_ error: UVError?, of pipe: Pipe) { close() }
}
