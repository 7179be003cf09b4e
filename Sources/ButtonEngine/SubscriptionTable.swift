import ButtonModel
import ButtonProtocol
import ButtonStore
import JSONRPC

/// Who watches what: one entry for all equal subscriptions to buttons, and one for those to state.
final class SubscriptionTable {
  /// One connection among those with an equal subscription.
  struct Member {
    let connection: ConnectionID
    /// What this connection has been sent, when it differs from the others; nil when it is in step
    /// with them.
    var cursor: UInt64?
    /// The button with whose look that ended; nil when it is not known.
    var slot: ButtonSlot?
    /// The last line that it was sent said that there is more.
    var isPartial = false
    /// Where the snapshot began that it has been sent in part; what went before then, it never had.
    var snapshotSerial: UInt64 = 0
    /// Where a change of state stands that is sent in part after part.
    var walk: StateWalk?
  }

  /// A walk through all keys, a part in each turn, that brings a client to a revision.
  struct StateWalk {
    /// The place among all keys where the next part begins.
    var next = 0
    /// Keys that changed after it are told; nil: all that have a value.
    let after: UInt64?
    /// What the client knows at the end; parts may already hold later values.
    let revision: UInt64
  }

  /// Equal subscriptions to buttons, which share every encoded line.
  ///
  /// A class, like the table itself, because it is looked at many times a frame and a copy would retain
  /// all it holds.
  final class Buttons {
    let name: String
    let spec: SubscriptionSpec
    let matcher: Matcher
    let traitSet: Int
    let form: UpdateForm
    /// What the members in step hold.
    let holder: LookTable.Holder
    /// The least time between two frames, in nanoseconds; 0 without a rate.
    let minimumInterval: UInt64
    /// Who watches; ``everybody`` are the same.
    var members: [Member] = []
    /// The members, as a frame is addressed that goes to all of them.
    private(set) var everybody: [ConnectionID] = []
    /// The serial that the members in step have been sent.
    var cursor: UInt64
    /// When the next frame may go, for a subscription with a rate.
    var nextDue: UInt64 = 0
    /// A button that it means has changed.
    var isTouched = false
    /// What has changed since ``cursor``.
    var changes = TouchedButtons()
    /// Its rate holds something back.
    var isHeldBack = false
    /// How each of its lines begins.
    let head: [UInt8]
    /// What the members in step hold of looks that its rate holds back, for patches.
    var heldLooks: [ButtonSlot: HeldLook] = [:]
    /// Bytes that these take.
    var heldLookBytes = 0

    init(spec: SubscriptionSpec, traitSet: Int, cursor: UInt64) {
      name = spec.name
      self.spec = spec
      matcher = Matcher(spec.match)
      minimumInterval = spec.minimumInterval
      head = Buttons.head(name)
      form = spec.form
      holder = spec.match.group == nil ? .ids : .group
      self.traitSet = traitSet
      self.cursor = cursor
    }

    private static func head(_ name: String) -> [UInt8] {
      var writer = JSONWriter()
      writer.beginNotification("buttons.updated")
      writer.beginObject()
      writer.member("subscription", name)
      return [UInt8](writer.bytes)
    }

    /// Takes a connection in, in step with the others.
    func join(_ connection: ConnectionID) {
      members.append(Member(connection: connection))
      everybody.append(connection)
    }

    /// Lets a connection go; the last member takes its place.
    func leave(_ connection: ConnectionID) {
      guard let place = place(of: connection) else { return }
      members.swapAt(place, members.count - 1)
      everybody.swapAt(place, everybody.count - 1)
      members.removeLast()
      everybody.removeLast()
    }

    /// The place of a connection among the members; the short list is the quick one to go through.
    func place(of connection: ConnectionID) -> Int? { everybody.firstIndex(of: connection) }
  }

  /// The look that a client holds of a button while its rate keeps it from newer ones.
  struct HeldLook {
    /// The button's generation; that of another definition or another button is no longer held.
    let generation: UInt32
    let appearance: [UInt8]
  }

  /// Equal subscriptions to state.
  final class State {
    let name: String
    let spec: StateSubscriptionSpec
    /// A member's cursor is the revision up to which it was told.
    var members: [Member] = []
    var cursor: UInt64
    /// Some member is not in step.
    var hasStragglers = false
    /// What the newest commit has changed of what it covers.
    var changed: [KeyID] = []

    init(spec: StateSubscriptionSpec, cursor: UInt64) {
      name = spec.name
      self.spec = spec
      self.cursor = cursor
    }
  }

  var buttons: [Buttons?] = []
  var state: [State?] = []
  /// Places by what is asked for; names are only hashes of it.
  private var buttonPlaces: [SubscriptionSpec: Int] = [:]
  private var statePlaces: [StateSubscriptionSpec: Int] = [:]
  /// Which subscriptions cover a key.
  private var stateIndex = StateIndex()
  /// Which subscriptions mean a button.
  private var index = MatchIndex()
  /// What was found out of it for buttons: the places of subscriptions that mean one, each such list once.
  private var watches: [[Int]] = []
  private var watchNumbers: [[Int]: UInt32] = [:]
  private var watchedPlaces = 0
  /// Grows when what was found out holds no longer.
  private var version: UInt32 = 1
  /// Places of subscriptions with something to send.
  private(set) var touched: [Int] = []
  /// Memory for the next of these.
  private var spare: [Int] = []

  /// Places of subscriptions whose rate holds back something.
  private var heldBack: [Int] = []
  private var freeButtonPlaces: [Int] = []
  private var freeStatePlaces: [Int] = []

  /// When a subscription with a rate may be sent what it waits for.
  var nextDue: UInt64? {
    heldBack.isEmpty ? nil : heldBack.compactMap { buttons[$0]?.nextDue }.min()
  }

  /// True when somebody has not been told of all changes of state.
  var hasStateStragglers: Bool { state.contains { $0?.hasStragglers == true } }

  /// The place of a subscription to buttons, which is made if it is new.
  func place(of spec: SubscriptionSpec, traitSet: Int, cursor: UInt64) -> Int {
    if let place = buttonPlaces[spec] {
      if let entry = buttons[place] { lift(entry, to: cursor) }
      return place
    }
    let entry = Buttons(spec: spec, traitSet: traitSet, cursor: cursor)
    let place = freeButtonPlaces.popLast() ?? buttons.count
    if place == buttons.count { buttons.append(entry) } else { buttons[place] = entry }
    buttonPlaces[spec] = place
    index.insert(spec.match, at: place)
    forgetWatches()
    return place
  }

  /// The place of a subscription to state, which is made if it is new.
  func place(of spec: StateSubscriptionSpec, cursor: UInt64) -> Int {
    if let place = statePlaces[spec] { return place }
    let entry = State(spec: spec, cursor: cursor)
    let place = freeStatePlaces.popLast() ?? state.count
    if place == state.count { state.append(entry) } else { state[place] = entry }
    statePlaces[spec] = place
    stateIndex.insert(spec, at: place)
    return place
  }

  /// Whether somebody has subscribed to state.
  var hasStateSubscriptions: Bool { !statePlaces.isEmpty }

  /// Notes that a commit has changed a key.
  func noteChange(of key: KeyID, named name: UnsafeRawBufferPointer) {
    stateIndex.forEachPlace(covering: name, spec: stateSpec) { place in
      guard let entry = state[place], entry.changed.last != key else { return }
      entry.changed.append(key)
    }
  }

  private func stateSpec(at place: Int) -> StateSubscriptionSpec? { state[place]?.spec }

  /// Forgets a subscription to buttons that has no members.
  func removeButtons(at place: Int) {
    guard let entry = buttons[place] else { return }
    buttons[place] = nil
    buttonPlaces[entry.spec] = nil
    freeButtonPlaces.append(place)
    index.remove(entry.spec.match, at: place)
    forgetWatches()
    touched.removeAll { $0 == place }
    heldBack.removeAll { $0 == place }
  }

  /// Forgets a subscription to state that has no members.
  func removeState(at place: Int) {
    guard let entry = state[place] else { return }
    state[place] = nil
    statePlaces[entry.spec] = nil
    stateIndex.remove(entry.spec, at: place)
    freeStatePlaces.append(place)
  }

  /// Notes that a button has changed, for the frame after the one that ended with `publishedSerial`.
  func touch(_ slot: ButtonSlot, _ record: ButtonRecord, publishedSerial: UInt64) {
    if record.watchVersion != version { findWatch(record) }
    if record.watch == 0 { return }
    forEachWatcher(record.watch, publishedSerial) { $0.changes.append(slot) }
  }

  /// Notes that a button is gone, or has left its group.
  func bury(_ entry: Tombstones.Entry, of record: ButtonRecord, publishedSerial: UInt64) {
    if record.watchVersion != version { findWatch(record) }
    if record.watch == 0 { return }
    forEachWatcher(record.watch, publishedSerial) { $0.changes.append(entry) }
  }

  @inline(__always)
  private func forEachWatcher(
    _ watch: UInt32, _ publishedSerial: UInt64, _ body: (Buttons) -> Void
  ) {
    for place in watches[Int(watch) - 1] {
      guard let entry = buttons[place] else { continue }
      if !entry.isTouched {
        lift(entry, to: publishedSerial)
        entry.isTouched = true
        touched.append(place)
      }
      body(entry)
    }
  }

  /// Finds the subscriptions that mean a button; it is found out once, until there is another
  /// subscription or one less.
  private func findWatch(_ record: ButtonRecord) {
    record.watchVersion = version
    let places = index.places(id: record.id, group: record.group) { buttons[$0]?.spec.match }
    if places.isEmpty {
      record.watch = 0
    } else if let number = watchNumbers[places] {
      record.watch = number
    } else {
      if watchedPlaces > SubscriptionTable.maximumWatchedPlaces { forgetWatches() }
      record.watchVersion = version
      watches.append(places)
      watchedPlaces += places.count
      record.watch = UInt32(watches.count)
      watchNumbers[places] = record.watch
    }
  }

  /// What was found out of buttons holds no longer.
  private func forgetWatches() {
    version = version == .max ? 1 : version + 1
    if watches.isEmpty { return }
    watches.removeAll()
    watchNumbers.removeAll()
    watchedPlaces = 0
  }

  /// Places kept for what was found out, at most: it is found out again where that is too little.
  private static let maximumWatchedPlaces = 1 << 20

  /// Nothing that the subscription names has changed up to a serial, unless something is held back or
  /// about to be sent: its members need not look further back.
  func lift(_ entry: Buttons, to serial: UInt64) {
    if entry.isHeldBack || entry.isTouched { return }
    entry.cursor = serial
    entry.changes.removeAll()
  }

  /// Notes that a subscription's rate holds something back.
  func holdBack(_ entry: Buttons, at place: Int) {
    if !entry.isHeldBack { heldBack.append(place) }
    entry.isHeldBack = true
  }

  /// Takes the places of subscriptions that were held back for long enough.
  func takeDue(now: UInt64) -> [Int] {
    if heldBack.isEmpty { return [] }
    let due = heldBack.filter { place in buttons[place].map { now >= $0.nextDue } ?? true }
    if due.isEmpty { return [] }
    for place in due { buttons[place]?.isHeldBack = false }
    heldBack.removeAll { buttons[$0]?.isHeldBack != true }
    return due
  }

  /// Takes a member out of step, if the rate holds something back from all, so that it can be sent it.
  func detach(_ connection: ConnectionID, from place: Int) {
    guard let entry = buttons[place], entry.isHeldBack,
      let index = entry.place(of: connection),
      entry.members[index].cursor == nil
    else { return }
    entry.members[index].cursor = entry.cursor
  }

  /// Calls `body` with the places of subscriptions with something to send, which then have none.
  func takeTouched(_ body: (Int) -> Void) {
    var places: [Int] = []
    swap(&places, &spare)
    swap(&places, &touched)
    for place in places { buttons[place]?.isTouched = false }
    for place in places { body(place) }
    places.empty()
    spare = places
  }
}
