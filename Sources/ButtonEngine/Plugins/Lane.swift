import ButtonModel
import ButtonProtocol
import ButtonStore
import PluginChannel

/// One plugin's worker as the engine sees it: the buttons that wait for it and the batches under
/// way. A class, because it is accessed many times per tick and a copy would retain its contents.
final class Lane {
  /// A button in a batch, once for each result that earlier lanes gave for different trait sets.
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
    /// The tick in which it was sent.
    let tick: UInt64
    let traitSets: [UInt64]
    /// No tick waits for it: it only contains keys, or a query for an explanation.
    let isAside: Bool
    var items: [Item]
  }

  let id: LaneID
  var descriptor: PluginDescriptor { didSet { reads = Lane.patterns(descriptor) } }
  var status = PluginStatus(state: .starting)
  /// The patterns of the state that its worker is sent.
  private(set) var reads: [ReadPattern]
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
  /// Until then the buttons of a worker that is down keep their status.
  var graceEnds: UInt64
  /// The worker is down, the grace period over, and its buttons' status says so.
  var isGivenUp = false
  /// The buttons to be sent. May contain some that no longer wait, and duplicates.
  var queue: [ButtonSlot] = []
  /// It is in ``LaneTable/active``.
  var isActive = false
  /// Some queued buttons continue a round that began in another lane.
  var hasContinuation = false
  /// The unanswered batches, oldest first.
  var outstanding: [Chunk] = []
  var gestures = GestureBacklog()
  /// See ``LaneTable/setAwaited(_:_:)``.
  private(set) var isAwaited = false
  /// Their values must be sent with the next batch.
  private(set) var pendingKeys: [KeyID] = []
  private var pendingKeySet = KeySet()
  /// The worker knows their names.
  var announcedKeys = KeySet()
  /// The worker knows them, though their ids were given back: the next batch says so first.
  private var freedKeys: [KeyID] = []
  /// The worker named them before it was sent them.
  private var namedKeys = KeySet()
  private(set) var namedKeyCount = 0
  var nextSequence: UInt32 = 1
  /// Time spent in the plugin's code.
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

  /// Whether the worker has yet to answer its first batch, and may still do so.
  var isStarting: Bool {
    !hasAnswered && (status.state == .starting || status.state == .running)
  }

  /// Whether a batch of a tick is unanswered.
  var isAtWork: Bool { outstanding.contains { !$0.isAside } }

  var canTakeBatch: Bool { isReady && !needsFullState && !isAtWork }

  var hasRoundToContinue: Bool { hasContinuation && canTakeBatch }

  var hasBatch: Bool { !queue.isEmpty && canTakeBatch }

  /// Whether ticks have nothing to do for the lane until something activates it.
  var isIdle: Bool { queue.isEmpty && !needsFullState && !isAsked && (isReady || isGivenUp) }

  /// Whether buttons wait for a worker that is down, or still have a status from before.
  var isMissed: Bool { !isReady && (!isGivenUp || !queue.isEmpty) }

  /// True if that changed.
  func setAwaited(_ isAwaited: Bool) -> Bool {
    defer { self.isAwaited = isAwaited }
    return self.isAwaited != isAwaited
  }

  /// Batches and gestures share the numbers.
  func takeSequence() -> UInt32 {
    defer { nextSequence &+= 1 }
    return nextSequence
  }

  /// The worker must be sent the key's value.
  func feed(_ key: KeyID) {
    if pendingKeySet.insert(key) { pendingKeys.append(key) }
  }

  func isPending(_ key: KeyID) -> Bool { pendingKeySet.contains(key) }

  /// The worker was sent them.
  func removePendingKeys() {
    for key in pendingKeys { pendingKeySet.remove(key) }
    pendingKeys.empty(keepingUpTo: 4_096)
  }

  /// Whether the next batch has something to say of keys.
  var hasKeys: Bool { !pendingKeys.isEmpty || !freedKeys.isEmpty }

  func takeFreedKeys() -> [KeyID] {
    defer { freedKeys.empty(keepingUpTo: 4_096) }
    return freedKeys
  }

  /// The ids of these keys were given back. They have no value, as the worker knows.
  func free(_ keys: [KeyID]) {
    var arePending = false
    for key in keys {
      if announcedKeys.contains(key) {
        announcedKeys.remove(key)
        freedKeys.append(key)
      }
      if pendingKeySet.contains(key) {
        pendingKeySet.remove(key)
        arePending = true
      }
    }
    if arePending { pendingKeys.removeAll { !pendingKeySet.contains($0) } }
  }

  /// Their number is limited.
  func noteNamed(_ key: KeyID) {
    if namedKeys.insert(key) { namedKeyCount += 1 }
  }

  /// Whether the worker was sent the key. Only ids in use are sent.
  func wasTold(_ number: UInt32) -> Bool { announcedKeys.contains(KeyID(rawValue: number)) }

  /// Takes a full name; covers the theme, the pointer, and the manifest's state with its quality.
  func mayRead(_ name: UTF8String) -> Bool {
    name.bytes.withUnsafeBytes { name in
      ReadName.themePath(name) != nil || ReadName.isHover(name)
        || reads.contains { $0.covers(name) }
    }
  }

  /// Covers the theme, and the manifest's state with its quality; not bindings and the pointer.
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

  /// Whether the worker does not know yet that the key has no value.
  func holds(_ key: KeyID) -> Bool {
    announcedKeys.contains(key) && pendingKeySet.contains(key)
  }

  /// Takes over the other lane's worker.
  func takeOver(_ other: Lane) {
    announcedKeys = other.announcedKeys
    pendingKeys = other.pendingKeys
    pendingKeySet = other.pendingKeySet
    freedKeys = other.freedKeys
    nextSequence = other.nextSequence
  }

  /// The worker is gone.
  func forgetKeys() {
    announcedKeys = KeySet()
    freedKeys = []
    namedKeys = KeySet()
    namedKeyCount = 0
    pendingKeySet = KeySet()
    pendingKeys = []
  }
}

extension Lane {
  /// The reason to give in a button's status.
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

  /// What a message says after the plugin's name.
  var downDescription: String {
    isReady ? "has not answered in time" : "is \(status.state.rawValue)"
  }
}
