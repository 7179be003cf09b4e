import ButtonClient
import CPlatform
import Glibc

/// Makes signals readable, so that a loop handles them between two other events.
struct SignalPipe {
  /// Readable while a signal waits.
  let descriptor: Int32

  /// Lets these signals do nothing, from now on, but make the descriptor readable.
  init(_ numbers: [Int32]) throws(ClientError) {
    descriptor = csystem_signal_pipe(numbers, Int32(numbers.count))
    guard descriptor >= 0 else {
      throw ClientError(
        .unsendable, "cannot open a pipe for signals: \(ClientError.systemMessage(-descriptor))")
    }
  }

  /// The oldest signal; nil if none waits.
  func next() -> Int32? {
    var byte: UInt8 = 0
    return read(descriptor, &byte, 1) == 1 ? Int32(byte) : nil
  }
}
