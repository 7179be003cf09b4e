package import ButtonModel

/// What became of one button of a batch.
package struct AnswerItem: Hashable, Sendable {
  package var handle: UInt64
  /// 0, or the plugin's negative status.
  package var status: Int32
  /// Empty unless the plugin failed.
  package var message: UTF8String
  /// Something was read that differs between trait sets.
  package var readsTraits: Bool
  /// Indices into the answer's `keys`.
  package var keys: Range<Int>
  /// Indices into the answer's `passes`: none for a failed item, one for all trait sets if no trait
  /// was read, else one for each bit of the item's mask, ascending.
  package var passes: Range<Int>
  package var microseconds: UInt32

  /// The message if the look had no room in the frame beside those of the other buttons.
  package static let crowdedOut: UTF8String = "the looks of one batch are larger than a frame"

  /// The button may succeed if sent alone. A frame may be too full for the message, too.
  package var isCrowdedOut: Bool {
    status == CallStatus.limit && (message.isEmpty || message == AnswerItem.crowdedOut)
  }

  /// The plugin's message, or its status if there is no message.
  package var failure: String {
    message.isEmpty ? "failed with \(CallStatus.text(status))" : message.string
  }
}
