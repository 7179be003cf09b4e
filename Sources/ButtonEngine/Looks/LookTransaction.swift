/// How clients animate the change to a look. Applies to clients that hold the look at its start and
/// not yet the one at its end.
final class LookTransaction {
  /// The transaction as JSON.
  let text: [UInt8]
  /// The serial of the look that the change starts from.
  let start: UInt64
  /// The serial of the look that the change leads to.
  let end: UInt64

  init(text: [UInt8], start: UInt64, end: UInt64) {
    self.text = text
    self.start = start
    self.end = end
  }

  /// Whether the transaction applies to a client that was sent everything up to a serial.
  func isFor(_ serial: UInt64) -> Bool { start <= serial && serial < end }
}
