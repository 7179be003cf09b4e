import ButtonModel
import PluginChannel

/// What a worker may send without being asked, lines for the log and wishes for updates: far more than it
/// does, which joins and cuts what its plugin wants. Only a plugin that writes to the channel itself gets
/// beyond.
struct UnaskedBudget {
  /// The most bytes in a second.
  static let bytesPerSecond = 64 << 10
  private static let rate = TokenBucket.Rate(perSecond: Double(bytesPerSecond))
  /// The bytes that a frame counts for at least: it is read and decided about.
  private static let bytesPerFrame = 64
  /// What a worker may wish for after each batch, and batches that it may have taken since it was heard.
  private static let bytesPerBatch = (ChannelLimits.updatesPerBatch + 1) * bytesPerFrame
  private static let batchesOut = 4

  private var bucket = TokenBucket()
  private var ofBatches = 0

  /// A batch goes to the worker, after which it may wish for the same buttons as before it.
  mutating func batchSent() {
    ofBatches = min(
      ofBatches + UnaskedBudget.bytesPerBatch,
      UnaskedBudget.batchesOut * UnaskedBudget.bytesPerBatch)
  }

  /// Whether a frame with that many bytes behind its header is within the budget; `now` in nanoseconds.
  mutating func take(_ payloadBytes: Int, now: UInt64) -> Bool {
    let cost = max(FrameHeader.byteCount + payloadBytes, UnaskedBudget.bytesPerFrame)
    if ofBatches >= cost {
      ofBatches -= cost
      return true
    }
    return bucket.takeIfThere(cost, UnaskedBudget.rate, now: now)
  }
}
