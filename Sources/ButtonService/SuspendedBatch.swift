import ButtonEngine
import JSONRPC

/// How far a batch has come.
struct BatchProgress {
  /// The number of its members that were handled.
  var handled = 0
  /// Whether one of them was a change.
  var hasChanged = false
  /// The place of the last change among its members; nil while that is not known.
  var lastChange: Int?
  /// What has been done between the first and the last of its changes.
  var workAmidChanges = 0
  /// Whether the rest has to wait.
  var isSuspended = false

  /// Whether the next member stands before the last change, if that is known.
  var isAmidChanges: Bool { lastChange.map { handled <= $0 } ?? false }
}

/// A line that waits, or a batch whose rest does: its text, how far it has come and the answers so far.
struct SuspendedBatch {
  private let text: [UInt8]
  private let count: Int
  /// Nil for a single request.
  let answer: BatchAnswer?
  var progress: BatchProgress

  /// A copy of a line; what has been answered is in `answer`.
  init(
    _ line: UnsafeRawBufferPointer, _ answer: BatchAnswer? = nil,
    _ progress: BatchProgress = BatchProgress()
  ) {
    count = line.count
    text = [UInt8](line) + [UInt8](repeating: 0, count: JSONParser.padding)
    self.answer = answer
    self.progress = progress
  }

  /// Bytes that it takes.
  var bytes: Int { text.count }

  /// Calls `body` with the line, behind which the parser may read on.
  func withLine<R>(_ body: (UnsafeRawBufferPointer) -> R) -> R {
    text.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
  }
}
