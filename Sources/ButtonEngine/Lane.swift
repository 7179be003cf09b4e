import ButtonModel
import ButtonProtocol
import ButtonStore

/// One plugin's worker as the engine sees it: what waits for it and what it is at work on.
struct Lane {
  /// One button in a batch.
  struct Item {
    let slot: ButtonSlot
    let handle: UInt64
  }

  /// Buttons that went out together and are answered together.
  struct Chunk {
    let sequence: UInt32
    /// The commit whose values the worker holds while it answers.
    let commit: UInt64
    let revision: UInt64
    /// The trait sets that it listed, by id.
    let traitSets: [UInt64]
    let items: [Item]
  }

  var descriptor: PluginDescriptor
  var status = PluginStatus(state: .starting)
  let reads: [ReadPattern]
  /// The worker has said hello and is alive.
  var isReady = false
  /// The present worker has answered a batch.
  var hasAnswered = false
  /// When it was last seen to be down, and until when its buttons wait for it in silence.
  var graceEnds: UInt64 = 0
  /// Buttons that wait for it, each once.
  var queue: [ButtonSlot] = []
  /// Chunks without an answer, in the order in which they went out.
  var outstanding: [Chunk] = []
  /// The present frame waits for it.
  var isAwaited = false
  /// Keys whose values it must be sent with the next batch.
  var pendingKeys: [KeyID] = []
  var pendingKeySet = KeySet()
  /// Keys whose names its present worker knows.
  var announcedKeys = KeySet()
  var nextSequence: UInt32 = 1

  init(descriptor: PluginDescriptor) {
    self.descriptor = descriptor
    reads = descriptor.reads.compactMap { ReadPattern(UTF8String($0)) }
  }

  /// Nothing can be said yet about what the present worker will make of its buttons.
  var isStarting: Bool {
    !hasAnswered && (status.state == .starting || status.state == .running)
  }

  /// True when a batch can go out now.
  var canTakeBatch: Bool { isReady && outstanding.isEmpty }

  /// Notes that the worker must be told the value of a key.
  mutating func feed(_ key: KeyID) {
    if pendingKeySet.insert(key) { pendingKeys.append(key) }
  }
}
