import ButtonModel
import ButtonProtocol
import ButtonStore
import PluginChannel

/// One plugin's worker as the engine sees it: the buttons that wait for it and the batches under
/// way.
///
/// A class, because it is accessed many times per tick and a copy would retain its contents.
final class Lane {
  /// One button in a batch. A button has several items if earlier lanes gave different results for
  /// different trait sets.
  struct Item {
    let slot: ButtonSlot
    let handle: UInt64
    /// The trait sets to resolve: a bit for each set of the chunk.
    let traitMask: UInt16
  }

  /// A batch that was sent and not answered yet.
  struct Chunk {
    let sequence: UInt32
    /// The commit whose values the worker sees while it answers.
    let commit: UInt64
    let revision: UInt64
    /// The tick in which the batch was sent.
    let tick: UInt64
    /// The ids of the trait sets in the batch.
    let traitSets: [UInt64]
    /// No tick waits for the batch: it only contains keys, or a query for an explanation.
    let isAside: Bool
    var items: [Item]
  }

  let id: LaneID
  var descriptor: PluginDescriptor { didSet { reads = Lane.patterns(descriptor) } }
  var status = PluginStatus(state: .starting)
  /// The patterns of the state that its worker is sent.
  private(set) var reads: [ReadPattern]
  /// The lane belongs to a version on trial.
  var isOnTrial = false
  /// The worker has completed its handshake and is running.
  var isReady = false
  /// The present worker has answered a batch.
  var hasAnswered = false
  /// The plugin has asked for an update of all its buttons, which the next tick begins.
  var isAsked = false
  /// The worker must be sent the whole state at the next commit.
  var needsFullState = false
  /// The last worker was killed because it hung.
  var wasHung = false
  /// While the worker is down: the end of the grace period in which its buttons keep their status.
  var graceEnds: UInt64
  /// While the worker is down: the grace period is over, and its buttons' status says so.
  var isGivenUp = false
  /// The buttons to send. May contain buttons that no longer wait, and duplicates.
  var queue: [ButtonSlot] = []
  /// It is among the ``LaneTable/active`` lanes.
  var isActive = false
  /// Some queued buttons continue a round that began in another lane.
  var hasContinuation = false
  /// The unanswered batches, in the order they were sent.
  var outstanding: [Chunk] = []
  /// The pointer events for its worker.
  var gestures = GestureBacklog()
  /// The current frame waits for the lane; see ``LaneTable/setAwaited(_:_:)``.
  private(set) var isAwaited = false
  /// Keys whose values the worker must be sent with the next batch.
  private(set) var pendingKeys: [KeyID] = []
  private var pendingKeySet = KeySet()
  /// Keys whose names the worker knows.
  var announcedKeys = KeySet()
  /// Keys that the worker has named before it was sent them.
  private var namedKeys = KeySet()
  private(set) var namedKeyCount = 0
  var nextSequence: UInt32 = 1
  /// Microseconds spent in the plugin's code.
  var handlerMicroseconds: UInt64 = 0

  init(_ id: LaneID, descriptor: PluginDescriptor, graceEnds: UInt64) {
    self.id = id
    self.descriptor = descriptor
    self.graceEnds = graceEnds
    reads = Lane.patterns(descriptor)
  }

  private static func patterns(_ descriptor: PluginDescriptor) -> [ReadPattern] {
    descriptor.reads.compactMap { ReadPattern(UTF8String($0)) }
  }

  /// Whether the worker has not answered a batch yet and may still do so.
  var isStarting: Bool {
    !hasAnswered && (status.state == .starting || status.state == .running)
  }

  /// Whether a batch of a tick is unanswered.
  var isAtWork: Bool { outstanding.contains { !$0.isAside } }

  /// Whether a batch can be sent now.
  var canTakeBatch: Bool { isReady && !needsFullState && !isAtWork }

  /// Whether a batch can be sent now that continues rounds of this tick.
  var hasRoundToContinue: Bool { hasContinuation && canTakeBatch }

  /// Whether a batch can be sent now and there are buttons to send.
  var hasBatch: Bool { !queue.isEmpty && canTakeBatch }

  /// Whether ticks have nothing to do for the lane until something activates it.
  var isIdle: Bool { queue.isEmpty && !needsFullState && !isAsked && (isReady || isGivenUp) }

  /// Whether the worker is down and buttons wait for it, or still have a status from before.
  var isMissed: Bool { !isReady && (!isGivenUp || !queue.isEmpty) }

  /// Sets whether the current frame waits for the lane; true if that changed.
  func setAwaited(_ isAwaited: Bool) -> Bool {
    defer { self.isAwaited = isAwaited }
    return self.isAwaited != isAwaited
  }

  /// Returns the next sequence number, which batches and gestures share.
  func takeSequence() -> UInt32 {
    defer { nextSequence &+= 1 }
    return nextSequence
  }

  /// Notes that the worker must be sent the value of a key.
  func feed(_ key: KeyID) {
    if pendingKeySet.insert(key) { pendingKeys.append(key) }
  }

  /// Whether the worker must be sent the value of a key.
  func isPending(_ key: KeyID) -> Bool { pendingKeySet.contains(key) }

  /// Notes that the worker was sent the pending keys.
  func removePendingKeys() {
    for key in pendingKeys { pendingKeySet.remove(key) }
    pendingKeys.empty(keepingUpTo: 4_096)
  }

  /// Counts a key that the worker has named; their number is limited.
  func noteNamed(_ key: KeyID) {
    if namedKeys.insert(key) { namedKeyCount += 1 }
  }

  /// Whether the worker was sent the key with this id. Only ids in use are sent.
  func wasTold(_ number: UInt32) -> Bool { announcedKeys.contains(KeyID(rawValue: number)) }

  /// Whether the plugin may read a key with this full name: one of the theme, or of the state that
  /// its manifest lists, or the quality of that.
  func mayRead(_ name: UTF8String) -> Bool {
    name.bytes.withUnsafeBytes { name in
      ReadName.themePath(name) != nil || ReadName.isHover(name)
        || reads.contains { $0.covers(name) }
    }
  }

  /// Whether the worker may be sent a key: one of the theme, or of the state that its manifest
  /// lists, or the quality of that.
  func covers(_ key: KeyID, in store: Store) -> Bool {
    store.withName(of: key) { name in
      if !HiddenKey.isName(name) { return reads.contains { $0.covers(stateKey: name) } }
      if ThemeKey.isName(name) { return true }
      if BindingKey.isName(name) || HoverKey.isName(name) { return false }
      return QualityKey.withStateKey(of: name) { key in
        reads.contains { $0.covers(stateKey: key) }
      }
    }
  }

  /// Whether the worker knows the key or will be sent it.
  func knows(_ key: KeyID) -> Bool {
    announcedKeys.contains(key) || pendingKeySet.contains(key)
  }

  /// Takes over the worker state of another lane.
  func takeOver(_ other: Lane) {
    announcedKeys = other.announcedKeys
    pendingKeys = other.pendingKeys
    pendingKeySet = other.pendingKeySet
    nextSequence = other.nextSequence
  }

  /// Forgets what the worker was sent, because it is gone.
  func forgetKeys() {
    announcedKeys = KeySet()
    namedKeys = KeySet()
    namedKeyCount = 0
    pendingKeySet = KeySet()
    pendingKeys = []
  }
}

extension Lane {
  /// The reason for a button's status.
  var reason: ButtonStatus.Reason {
    if isStarting { return .pluginStarting }
    return switch status.state {
    case .starting: .pluginStarting
    case .running: isReady || wasHung ? .pluginHung : .pluginCrashed
    case .restarting: wasHung ? .pluginHung : .pluginCrashed
    case .quarantined: .quarantined
    case .failed: .pluginMissing
    case .disabled: .pluginDisabled
    }
  }

  /// The status in words, to follow the plugin's name.
  var downDescription: String {
    isReady ? "has not answered in time" : "is \(status.state.rawValue)"
  }
}
