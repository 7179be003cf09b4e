import ButtonModel
import ButtonProtocol
import ButtonResolver
package import ButtonStore
import JSONRPC

/// Decides what happens next: events in, ``actions`` out.
///
/// Owns the state, the buttons, their looks and who watches them. It touches no socket, no process
/// and no clock; the time, in nanoseconds of a monotonic clock, is passed in. Confined to one thread.
package final class Engine {
  /// May be changed at any time; of the traits and the tombstones only the first count.
  package var settings: EngineSettings
  /// A random text that tells this life of the daemon from all others.
  package let epoch: String
  /// The state. Read it freely; writes go through ``apply(_:ifRevision:)``.
  package let store = Store()
  package internal(set) var statistics = EngineStatistics()
  /// What has to be done, in order; whoever does it empties the list.
  package var actions: [EngineAction] = []
  /// The number of the newest frame.
  package internal(set) var tick: UInt64 = 0
  /// When ``turnEnded(now:)`` must be called at the latest; nil when nothing is due.
  package internal(set) var wakeTime: UInt64?

  var records: [ButtonRecord?] = []
  var slots: [UTF8String: ButtonSlot] = [:]
  /// The same in the order of the ids.
  var order = ButtonOrder()
  /// What searches and changes have cost so far, in units of about a nanosecond. It is counted, not
  /// timed, so that the same requests always cost the same.
  package internal(set) var work = 0
  var generation: UInt32 = 0
  /// Lanes by number less one, for good.
  var lanes: [Lane] = []
  /// Newer versions of plugins that have still to prove themselves.
  var trials: [Trial] = []
  var traitSets: [TraitSet?] {
    didSet { traitSetIDs = traitSets.compactMap { $0?.id } }
  }
  /// Those in use, in order of their places.
  private(set) var traitSetIDs = [TraitSet.defaultID]
  var tombstones: Tombstones
  var ledger = UnsettledLedger()
  /// Buttons that the daemon resolves by itself in the next tick.
  var builtInQueue: [ButtonSlot] = []
  var frame = Frame()
  /// The statuses that clients know of buttons whose status has changed since the last frame.
  var frameStatuses: [ButtonSlot: ButtonStatus?] = [:]
  /// Grows with every tick begun; tells what a tick took in from what came after.
  var tickNumber: UInt64 = 0
  /// Grows whenever a request for looks may have become ready.
  var progress: UInt64 = 0
  /// The same when these requests were last gone through.
  var progressAtSnapshots: UInt64 = 0
  /// Looks that are stale because their plugin is down, oldest first.
  var stale: [(slot: ButtonSlot, since: UInt64)] = []
  var serial: UInt64 = 0
  /// The serial up to which looks have been published.
  var publishedSerial: UInt64 = 0
  /// The revision of the newest commit.
  var committedRevision: UInt64 = 0
  /// The commit of the newest tick; 0 when it changed nothing.
  var tickCommit: UInt64 = 0
  /// Explanations that wait for what a style alone makes of a button.
  var probes: [Probe] = []

  /// What is kept for clients.
  package let clients = ClientLedger()
  /// Bytes of all definitions as JSON.
  package internal(set) var definitionBytes = 0
  /// Bytes of looks that are kept for patches because a rate holds something back.
  package internal(set) var heldLookBytes = 0

  let subscriptions = SubscriptionTable()
  var barriers: [Barrier] = []
  var pendingSnapshots: [PendingSnapshot] = []
  var connections = ConnectionTable()
  /// Connections to be brought up to date between two frames.
  var lagging: [ConnectionID] = []
  var journal = JournalLedger()
  /// Lines about state that wait for the journal.
  var heldLines: [HeldLine] = []
  /// The lines that bring clients up to date in the present turn; those who lack the same share one.
  var catchUps: [CatchUp: SentPart] = [:]
  var isCatchingUp = false
  /// Bytes of lines and answers made in the present turn.
  var saidBytes = 0
  /// What searches for changed looks have cost in the present turn.
  var searchWork = 0
  var presses: PressTable

  /// The keys of the present theme, in the order of its tokens.
  var themeKeys: [KeyID] = []
  /// Some theme has been set.
  var hasTheme = false

  let arithmetic = StateArithmetic()
  var resolver = Resolver()
  var writer = JSONWriter()
  var lookWriter = JSONWriter()
  var keyScratch: [KeyID] = []
  /// Memory for a lane's queue while it is gone through.
  var queueScratch: [ButtonSlot] = []
  /// Memory for the items of a batch, from the last one that was answered.
  var itemScratch: [Lane.Item] = []
  /// Memory for the changes of a frame.
  var changeScratch: [LookChange] = []
  var latestChange: [KeyID: Int] = [:]
  /// The values among the changes at hand that several operations change in a row.
  var folds: [KeyID: ValueFold] = [:]
  var batchEncoder = BatchEncoder()
  var gestureEncoder = GestureEncoder()
  var answerDecoder = AnswerDecoder()
  var nextTraitSetID = TraitSet.defaultID + 1
  /// With more unused keys than this, it is worth giving their numbers back.
  var recycleThreshold = Engine.fewUnusedKeys

  static let fewUnusedKeys = 4_096

  /// Milliseconds since 1970, told to plugins; set by whoever has a clock.
  package var wallClockMilliseconds: UInt64 = 0

  /// An engine without state, buttons and lanes.
  package init(settings: EngineSettings = EngineSettings(), epoch: String) {
    self.settings = settings
    self.epoch = epoch
    traitSets = [TraitSet(id: TraitSet.defaultID, traits: settings.traits)]
    presses = PressTable(ledger: clients)
    tombstones = Tombstones(capacity: settings.maximumTombstones)
  }

  /// The present revision: grows by one per applied change set.
  package var revision: UInt64 { store.revision }

  /// The number of buttons that are defined.
  package var buttonCount: Int { slots.count }

  /// Counts work that was done for a request outside the engine.
  package func charge(_ amount: Int) { work &+= amount }

  /// The number of buttons that have still to show what changed.
  package var unsettledCount: Int { ledger.total }

  /// Gives out the next place in the order of changes.
  func nextSerial() -> UInt64 {
    serial += 1
    return serial
  }

  func lane(_ id: LaneID) -> Lane { lanes[Int(id.rawValue) - 1] }
}
