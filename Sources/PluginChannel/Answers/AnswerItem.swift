package import ButtonModel

/// What became of one button of a batch.
package struct AnswerItem: Hashable, Sendable {
  /// The item's handle in the batch.
  package var handle: UInt64
  /// 0, or the negative status with which the plugin failed.
  package var status: Int32
  /// Why it failed, empty otherwise.
  package var message: UTF8String
  /// True when something was read that differs between trait sets.
  package var readsTraits: Bool
  /// The keys read, as places in the answer's `keys`.
  package var keys: Range<Int>
  /// What was set, as places in the answer's `passes`: none for a failed item, one that serves all
  /// trait sets when no trait was read, else one for each bit of the item's mask, ascending.
  package var passes: Range<Int>
  /// The time the plugin took.
  package var microseconds: UInt32

  /// The message of a look that had no room in the frame beside those of the other buttons.
  package static let crowdedOut: UTF8String = "the looks of one batch are larger than a frame"

  /// Whether the button may go well once it is sent alone. A frame may be too full for the message, too.
  package var isCrowdedOut: Bool {
    status == CallStatus.limit && (message.isEmpty || message == AnswerItem.crowdedOut)
  }

  /// Why the plugin failed, in words: its own, or the status without them.
  package var failure: String {
    message.isEmpty ? "failed with \(CallStatus.text(status))" : message.string
  }
}
