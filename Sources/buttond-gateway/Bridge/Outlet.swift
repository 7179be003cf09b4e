import UVLoop

/// The writing half of a connection: writes at once what the other side takes, and says when it does not.
///
/// Nothing is called back during a call of `send`: an error closes the pipe, and `didFail` follows from
/// the loop, so that no caller loses what it is working on.
final class Outlet {
  /// Milliseconds that a connection which is to be closed has for taking what waits.
  private static let lingering: UInt64 = 10_000

  private let pipe: Pipe
  /// What has to wait for the write that is under way: one run, as many small ones would each cost far
  /// more memory than their bytes.
  private var next: [UInt8] = []
  private var isClosing = false
  /// Called when everything that waited has been taken.
  var didDrain: () -> Void = {}
  /// Called when the other side is gone, once the pipe is closed.
  var didFail: () -> Void = {}

  init(_ pipe: Pipe) { self.pipe = pipe }

  /// Bytes that wait to be taken.
  var waitingBytes: Int { pipe.isClosing ? 0 : pipe.writeQueueSize + next.count }

  /// Sends bytes behind those that wait.
  func send(_ bytes: [UInt8]) {
    guard !bytes.isEmpty, !pipe.isClosing, !isClosing else { return }
    guard waitingBytes == 0 else {
      next += bytes
      return
    }
    do throws(UVError) {
      let taken = try pipe.tryWrite(bytes)
      if taken < bytes.count { try write(bytes, from: taken) }
    } catch {
      fail()
    }
  }

  /// Ends the connection at once; `didFail` is called later, from the loop.
  func fail() {
    if pipe.isClosing { return }
    pipe.close { [weak self] in self?.didFail() }
  }

  private func write(_ bytes: [UInt8], from start: Int = 0) throws(UVError) {
    try pipe.write(bytes, from: start) { [weak self] error in self?.didWrite(error) }
  }

  /// Hands over what has waited for a write to end.
  private func writeNext() throws(UVError) {
    if next.isEmpty { return }
    let bytes = next
    next = []
    try write(bytes)
  }

  /// Closes the connection once what waits has been taken, or when it has not been for a while.
  func closeAfterOutput(on loop: Loop) {
    guard !pipe.isClosing, !isClosing else { return }
    isClosing = true
    do throws(UVError) {
      let timer = try Timer(on: loop) { [pipe] in pipe.close() }
      pipe.stopReading()
      try timer.start(after: Self.lingering)
      try writeNext()
      try pipe.shutdown { [pipe] _ in
        timer.close()
        pipe.close()
      }
    } catch {
      pipe.close()
    }
  }

  private func didWrite(_ error: UVError?) {
    guard !pipe.isClosing, !isClosing else { return }
    if error != nil { return fail() }
    do throws(UVError) { try writeNext() } catch { return fail() }
    if waitingBytes == 0 { didDrain() }
  }
}

extension Pipe {
  /// Writes what the kernel takes at once.
  fileprivate func tryWrite(_ bytes: [UInt8]) throws(UVError) -> Int {
    var taken: Result<Int, UVError> = .success(0)
    bytes.withUnsafeBytes { run in
      do throws(UVError) { taken = .success(try tryWrite(run)) } catch { taken = .failure(error) }
    }
    return try taken.get()
  }
}
