import JSONRPC

/// How far a batch has come.
struct BatchProgress {
  /// The number of its members that were handled, and of these in this turn.
  var handled = 0
  var handledInTurn = 0
  /// Whether one of them was a change.
  var hasChanged = false
  /// The place of the last change among its members; nil while that is not known.
  var lastChange: Int?
  /// What has been done between the first and the last of its changes.
  var workAmidChanges = 0
  /// Whether the rest has to wait.
  var isSuspended = false

  /// Whether the next member stands between the first change and the last, if that is known.
  var isAmidChanges: Bool { hasChanged && lastChange.map { handled <= $0 } ?? false }
}

/// A batch whose rest waits: what is left of it, how far it has come and the answers so far.
final class SuspendedBatch {
  /// Bytes that the rest takes.
  let restBytes: Int
  var rest: BatchRest
  let answer: BatchAnswer
  var progress: BatchProgress

  /// A batch of which a part is still to be read.
  init(_ rest: BatchRest, _ answer: BatchAnswer, _ progress: BatchProgress) {
    restBytes = rest.bytes
    self.rest = rest
    self.answer = answer
    self.progress = progress
  }

  /// Bytes that it takes, with the answers so far.
  var bytes: Int { restBytes + answer.bytes }
}
