/// Writes to a connection: at once what the other side takes, the rest as it makes room.
///
/// `send` never calls back: an error closes the pipe, and `didFail` follows from the loop.
package final class BufferedWriter {
  /// Milliseconds in which a connection that is closing must take the rest.
  private static let lingering: UInt64 = 10_000

  private let pipe: Pipe
  /// Bytes behind the write in progress: in one array, since many small writes would each cost far
  /// more memory than their bytes.
  private var next: [UInt8] = []
  private var isClosing = false
  /// Called when everything has been taken.
  package var didDrain: () -> Void = {}
  /// Called when the connection failed and the pipe is closed.
  package var didFail: () -> Void = {}

  package init(_ pipe: Pipe) { self.pipe = pipe }

  /// Bytes that the other side has not taken yet.
  package var waitingBytes: Int { pipe.isClosing ? 0 : pipe.writeQueueSize + next.count }

  /// Sends bytes, after those that wait.
  package func send(_ bytes: [UInt8]) {
    guard !bytes.isEmpty, !pipe.isClosing, !isClosing else { return }
    guard waitingBytes == 0 else {
      next += bytes
      return
    }
    do throws(UVError) {
      let taken = try bytes.withUnsafeBufferPointer { (run) throws(UVError) -> Int in
        try pipe.tryWrite(UnsafeRawBufferPointer(run))
      }
      if taken < bytes.count { try write(bytes, from: taken) }
    } catch {
      fail()
    }
  }

  /// Ends the connection at once; `didFail` is called later, from the loop.
  package func fail() {
    if pipe.isClosing { return }
    pipe.close { [weak self] in self?.didFail() }
  }

  /// Closes the connection when everything has been taken, or after a while in any case; `then` runs when it
  /// has closed.
  package func closeAfterOutput(
    on loop: Loop, _ then: @escaping () -> Void = {}
  ) {
    guard !pipe.isClosing, !isClosing else { return pipe.close(then) }
    isClosing = true
    do throws(UVError) {
      let timer = try Timer(on: loop) { [pipe] in pipe.close(then) }
      pipe.stopReading()
      try timer.start(after: Self.lingering)
      try writeNext()
      try pipe.shutdown { [pipe] _ in
        timer.close()
        pipe.close(then)
      }
    } catch {
      pipe.close(then)
    }
  }

  private func write(_ bytes: [UInt8], from start: Int = 0) throws(UVError) {
    try pipe.write(bytes, from: start) { [weak self] error in self?.didWrite(error) }
  }

  private func writeNext() throws(UVError) {
    if next.isEmpty { return }
    let bytes = next
    next = []
    try write(bytes)
  }

  private func didWrite(_ error: UVError?) {
    guard !pipe.isClosing, !isClosing else { return }
    if error != nil { return fail() }
    do throws(UVError) { try writeNext() } catch { return fail() }
    if waitingBytes == 0 { didDrain() }
  }
}
