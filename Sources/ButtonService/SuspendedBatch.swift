import ButtonEngine
import JSONRPC

struct BatchProgress {
  /// Members handled so far, and in this turn.
  var handled = 0
  var handledInTurn = 0
  /// A handled member was a change.
  var hasChanged = false
  /// The index of the last change; nil until known.
  var lastChange: Int?
  /// Cost so far between the first and the last change.
  var workAmidChanges = 0
  var isSuspended = false

  /// As far as the last change is known.
  var isAmidChanges: Bool { hasChanged && lastChange.map { handled <= $0 } ?? false }
}

/// A suspended batch: the unread members, the progress and the answers so far.
final class SuspendedBatch {
  /// Memory of the unread members.
  let restBytes: Int
  var rest: BatchRest
  let answer: BatchAnswer
  var progress: BatchProgress
  /// What must be prepared before the batch begins, or was; nil if that is little.
  let prepared: PreparedLine?

  init(
    _ rest: BatchRest, _ answer: BatchAnswer, _ progress: BatchProgress,
    _ prepared: PreparedLine? = nil
  ) {
    restBytes = rest.bytes
    self.prepared = prepared
    self.rest = rest
    self.answer = answer
    self.progress = progress
  }

  /// Memory of the batch with the answers so far.
  var bytes: Int { restBytes + answer.bytes + preparedBytes }

  /// Not counted while the batch is handled.
  var preparedBytes: Int { prepared?.bytes ?? 0 }
}
