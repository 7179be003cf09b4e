import ButtonEngine
import JSONRPC

/// The progress of a batch.
struct BatchProgress {
  /// The number of members handled so far, and of those handled in this turn.
  var handled = 0
  var handledInTurn = 0
  /// Whether one of them was a change.
  var hasChanged = false
  /// The index of the last change in the batch; nil if not known yet.
  var lastChange: Int?
  /// The cost so far between its first and its last change.
  var workAmidChanges = 0
  /// Whether the rest must wait.
  var isSuspended = false

  /// Whether the next member is between the first and the last change, as far as that is known.
  var isAmidChanges: Bool { hasChanged && lastChange.map { handled <= $0 } ?? false }
}

/// A suspended batch: the unread members, the progress and the answers so far.
final class SuspendedBatch {
  /// The memory of the unread members, in bytes.
  let restBytes: Int
  var rest: BatchRest
  let answer: BatchAnswer
  var progress: BatchProgress
  /// What must be prepared before it begins, or was; nil if that is not much.
  let prepared: PreparedLine?

  /// Creates a suspended batch.
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

  /// The memory of the batch including the answers so far, in bytes.
  var bytes: Int { restBytes + answer.bytes + preparedBytes }

  /// What is prepared for it, in bytes; not counted while it is handled.
  var preparedBytes: Int { prepared?.bytes ?? 0 }
}
