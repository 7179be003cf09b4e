/// Receives what a `Pipe` reads. A class protocol, so that a connection costs no closure.
package protocol StreamReader: AnyObject {
  /// Bytes arrived. They lie in the loop's one read buffer and are valid during this call only;
  /// `Loop.readPadding` bytes behind them may be loaded. A count of `Loop.readCapacity` means that
  /// more is probably waiting: `pipe.stopReading()` here takes effect at once, otherwise up to 31
  /// further reads follow in the same turn.
  func streamDidRead(_ bytes: UnsafeRawBufferPointer, from pipe: Pipe)

  /// Nothing more will be read: the other side ended its half (nil) or the connection failed. The
  /// pipe is still open, and what is left to write may still be written after an orderly end.
  func streamDidEnd(_ error: UVError?, of pipe: Pipe)
}
