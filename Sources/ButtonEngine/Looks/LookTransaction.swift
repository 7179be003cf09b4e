/// How clients that hold the look at `start` and not yet the one at `end` animate the change.
final class LookTransaction {
  /// As JSON.
  let text: [UInt8]
  /// The serials of the looks that the change leads from and to.
  let start: UInt64
  let end: UInt64

  init(text: [UInt8], start: UInt64, end: UInt64) {
    self.text = text
    self.start = start
    self.end = end
  }

  /// Whether it applies to a client that was sent everything up to `serial`.
  func isFor(_ serial: UInt64) -> Bool { start <= serial && serial < end }
}
