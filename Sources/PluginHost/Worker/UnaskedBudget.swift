import ButtonModel
import PluginChannel

/// What a worker may send unasked, LOG and UPDATE frames: far more than it needs, as it merges and
/// cuts what its plugin wants. Only a plugin that writes to the channel itself exceeds it.
struct UnaskedBudget {
  static let bytesPerSecond = 64 << 10
  private static let rate = TokenBucket.Rate(perSecond: Double(bytesPerSecond))
  /// What a frame costs at least: it must be read and handled.
  private static let bytesPerFrame = 64
  /// What a worker may ask for after each batch, and the batches it may have taken since it was
  /// heard.
  private static let bytesPerBatch = (ChannelLimits.updatesPerBatch + 1) * bytesPerFrame
  private static let batchesOut = 4

  private var bucket = TokenBucket()
  private var ofBatches = 0

  /// After a batch the worker may ask for the same buttons again.
  mutating func batchSent() {
    ofBatches = min(
      ofBatches + UnaskedBudget.bytesPerBatch,
      UnaskedBudget.batchesOut * UnaskedBudget.bytesPerBatch)
  }

  /// Whether a frame with this payload is within the budget; `now` in nanoseconds.
  mutating func take(_ payloadBytes: Int, now: UInt64) -> Bool {
    let cost = max(FrameHeader.byteCount + payloadBytes, UnaskedBudget.bytesPerFrame)
    if ofBatches >= cost {
      ofBatches -= cost
      return true
    }
    return bucket.takeIfThere(cost, UnaskedBudget.rate, now: now)
  }
}
