/// How the change to a look is to be shown to clients that hold what was there at its start, and not what
/// is there since its end.
final class LookTransaction {
  /// The transaction as JSON.
  let text: [UInt8]
  /// The serial of the look that it starts from.
  let start: UInt64
  /// The serial of the look that it leads to.
  let end: UInt64

  init(text: [UInt8], start: UInt64, end: UInt64) {
    self.text = text
    self.start = start
    self.end = end
  }

  /// Whether it is for a client that was sent everything up to a serial.
  func isFor(_ serial: UInt64) -> Bool { start <= serial && serial < end }
}
