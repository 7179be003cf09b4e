/// Writes to a connection: at once what the peer takes, the rest as it makes room.
///
/// `send` never calls back: an error closes the pipe, and `didFail` follows from the loop.
package final class BufferedWriter {
  /// Milliseconds in which a closing connection must take the rest.
  private static let lingering: UInt64 = 10_000

  private let pipe: Pipe
  /// Bytes after the write in progress. One array, because many small writes would each cost far
  /// more memory than their bytes.
  private var next: [UInt8] = []
  private var isClosing = false
  /// Everything has been taken.
  package var didDrain: () -> Void = {}
  /// The connection failed, and the pipe is closed.
  package var didFail: () -> Void = {}

  package init(_ pipe: Pipe) { self.pipe = pipe }

  /// Bytes that the peer has not taken.
  package var waitingBytes: Int { pipe.isClosing ? 0 : pipe.writeQueueSize + next.count }

  /// Sends after waiting bytes.
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

  /// Ends the connection at once; the loop calls `didFail` later.
  package func fail() {
    if pipe.isClosing { return }
    pipe.close { [weak self] in self?.didFail() }
  }

  /// Ends the output once everything has been taken, then calls `then`, which has to close the pipe.
  /// What is not taken after `lingering` is lost: the pipe is closed before `then`. Nothing is read
  /// meanwhile.
  package func endOutput(on loop: Loop, _ then: @escaping () -> Void) {
    guard !pipe.isClosing, !isClosing else { return pipe.close(then) }
    isClosing = true
    do throws(UVError) {
      let timer = try Timer(on: loop) { [pipe] in pipe.close() }
      pipe.stopReading()
      try timer.start(after: Self.lingering)
      try writeNext()
      try pipe.shutdown { _ in
        timer.close()
        then()
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
