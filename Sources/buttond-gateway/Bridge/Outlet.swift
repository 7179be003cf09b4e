import UVLoop

/// The writing half of a connection: writes at once what the other side takes, and says when it does not.
final class Outlet {
  /// Milliseconds that a connection which is to be closed has for taking what waits.
  private static let lingering: UInt64 = 10_000

  private let pipe: Pipe
  private var isClosing = false
  /// Called when everything that waited has been taken.
  var didDrain: () -> Void = {}
  /// Called when the other side is gone.
  var didFail: () -> Void = {}

  init(_ pipe: Pipe) { self.pipe = pipe }

  /// Bytes that wait to be taken.
  var waitingBytes: Int { pipe.isClosing ? 0 : pipe.writeQueueSize }

  /// Sends bytes behind those that wait.
  func send(_ bytes: [UInt8]) {
    guard !bytes.isEmpty, !pipe.isClosing, !isClosing else { return }
    do throws(UVError) {
      let taken = waitingBytes == 0 ? try pipe.tryWrite(bytes) : 0
      guard taken < bytes.count else { return }
      try pipe.write(bytes, from: taken) { [weak self] error in self?.didWrite(error) }
    } catch {
      didFail()
    }
  }

  /// Closes the connection once what waits has been taken, or when it has not been for a while.
  func closeAfterOutput(on loop: Loop) {
    guard !pipe.isClosing, !isClosing else { return }
    isClosing = true
    do throws(UVError) {
      let timer = try Timer(on: loop) { [pipe] in pipe.close() }
      pipe.stopReading()
      try timer.start(after: Self.lingering)
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
    if error != nil { return didFail() }
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
