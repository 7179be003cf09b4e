import ButtonModel
import ButtonProtocol
import ButtonStore
import PluginChannel

/// One plugin's worker as the engine sees it: what waits for it and what it is at work on.
///
/// A class, because it is looked at many times a tick and a copy would retain all it holds.
final class Lane {
  /// One button in a batch; it is there several times when the lanes before made different things of
  /// it for different trait sets.
  struct Item {
    let slot: ButtonSlot
    let handle: UInt64
    /// The trait sets that it is asked for: a bit for each that the chunk lists.
    let traitMask: UInt16
  }

  /// Buttons that went out together and are answered together.
  struct Chunk {
    let sequence: UInt32
    /// The commit whose values the worker holds while it answers.
    let commit: UInt64
    let revision: UInt64
    /// The tick in which it was sent.
    let tick: UInt64
    /// The trait sets that it listed, by id.
    let traitSets: [UInt64]
    /// It is part of no tick's batch: it only tells keys, or asks for an explanation.
    let isAside: Bool
    var items: [Item]
  }

  let id: LaneID
  var descriptor: PluginDescriptor {
    didSet {
      reads = Lane.patterns(descriptor)
      foreignKeys = KeySet()
    }
  }
  var status = PluginStatus(state: .starting)
  /// The state that its worker is sent.
  private(set) var reads: [ReadPattern]
  /// It stands for a version that has still to prove itself.
  var isOnTrial = false
  /// The worker has said hello and is alive.
  var isReady = false
  /// The present worker has answered a batch.
  var hasAnswered = false
  /// The worker must be sent the whole state, once that is committed.
  var needsFullState = false
  /// The last worker was killed because it did not answer.
  var wasHung = false
  /// While it is down: until when its buttons wait for it in silence.
  var graceEnds: UInt64
  /// While it is down: all its buttons say so.
  var isGivenUp = false
  /// Buttons that wait for it; may hold some that no longer do, or twice.
  var queue: [ButtonSlot] = []
  /// It is among the ``LaneTable/active`` lanes.
  var isActive = false
  /// Some of them have passed another lane and continue their round here.
  var hasContinuation = false
  /// Chunks without an answer, in the order in which they went out.
  var outstanding: [Chunk] = []
  /// The pointer events for its worker.
  var gestures = GestureBacklog()
  /// The present frame waits for it; see ``LaneTable/setAwaited(_:_:)``.
  private(set) var isAwaited = false
  /// Keys whose values the present worker must be sent with the next batch.
  private(set) var pendingKeys: [KeyID] = []
  private var pendingKeySet = KeySet()
  /// Keys whose names its present worker knows.
  var announcedKeys = KeySet()
  /// Keys known not to be covered by `reads`; emptied when numbers of keys are given back.
  var foreignKeys = KeySet()
  /// Keys that its present worker has named before it was told of them.
  private var namedKeys = KeySet()
  private(set) var namedKeyCount = 0
  var nextSequence: UInt32 = 1
  /// Microseconds that the plugin's code has taken.
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

  /// True while nothing is known of what the present worker will make of its buttons.
  var isStarting: Bool {
    !hasAnswered && (status.state == .starting || status.state == .running)
  }

  /// True while a tick's batch is without its answer.
  var isAtWork: Bool { outstanding.contains { !$0.isAside } }

  /// True when a batch can go out now.
  var canTakeBatch: Bool { isReady && !needsFullState && !isAtWork }

  /// True when a batch can go out now that continues rounds of the present tick.
  var hasRoundToContinue: Bool { hasContinuation && canTakeBatch }

  /// True when a batch can go out now and there is something to ask.
  var hasBatch: Bool { !queue.isEmpty && canTakeBatch }

  /// True when a tick has nothing to do for it, however often it is asked.
  var isIdle: Bool { queue.isEmpty && !needsFullState && (isReady || isGivenUp) }

  /// True when buttons wait for it, or have not said yet that it is down, and it is.
  var isMissed: Bool { !isReady && (!isGivenUp || !queue.isEmpty) }

  /// Notes whether the present frame waits for it; true when that is news.
  func setAwaited(_ isAwaited: Bool) -> Bool {
    defer { self.isAwaited = isAwaited }
    return self.isAwaited != isAwaited
  }

  /// Gives out the next number of what goes to the worker; batches and gestures share them.
  func takeSequence() -> UInt32 {
    defer { nextSequence &+= 1 }
    return nextSequence
  }

  /// Notes that the worker must be told the value of a key.
  func feed(_ key: KeyID) {
    if pendingKeySet.insert(key) { pendingKeys.append(key) }
  }

  /// True when the worker must be told the value of a key.
  func isPending(_ key: KeyID) -> Bool { pendingKeySet.contains(key) }

  /// Notes that the worker has been sent the keys that waited.
  func removePendingKeys() {
    for key in pendingKeys { pendingKeySet.remove(key) }
    pendingKeys.empty(keepingUpTo: 4_096)
  }

  /// Counts a key that the worker names; the number of names is limited.
  func noteNamed(_ key: KeyID) {
    if namedKeys.insert(key) { namedKeyCount += 1 }
  }

  /// True when the present worker was told of the key with this number; such a number is in use.
  func wasTold(_ number: UInt32) -> Bool { announcedKeys.contains(KeyID(rawValue: number)) }

  /// True for the full name of a key that the plugin may read: of the theme, or of the state that its
  /// manifest names.
  func mayRead(_ name: UTF8String) -> Bool {
    name.bytes.withUnsafeBytes { name in
      ReadName.themePath(name) != nil || reads.contains { $0.covers(name) }
    }
  }

  /// Whether the worker may be told of a key: of the theme, or of the state that its manifest names.
  func covers(_ key: KeyID, in store: Store) -> Bool {
    store.withName(of: key) { name in
      ThemeKey.isName(name) || reads.contains { $0.covers(stateKey: name) }
    }
  }

  /// True when the worker knows the key, or is to be told of it.
  func knows(_ key: KeyID) -> Bool {
    announcedKeys.contains(key) || pendingKeySet.contains(key)
  }

  /// Takes over what another lane's worker knows, and how far it has come.
  func takeOver(_ other: Lane) {
    announcedKeys = other.announcedKeys
    pendingKeys = other.pendingKeys
    pendingKeySet = other.pendingKeySet
    nextSequence = other.nextSequence
  }

  /// Forgets what the worker knew, because it is gone.
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

  /// What people read after the plugin's name.
  var downDescription: String {
    isReady ? "has not answered in time" : "is \(status.state.rawValue)"
  }
}
