/// How the change to a look is to be shown to those who are sent exactly this change.
final class LookTransaction {
  /// The transaction as JSON.
  let text: [UInt8]
  /// The serial of the look that it starts from.
  let start: UInt64

  init(text: [UInt8], start: UInt64) {
    self.text = text
    self.start = start
  }
}
