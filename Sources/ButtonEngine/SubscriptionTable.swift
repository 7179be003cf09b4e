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
    /// It names ids and nothing else.
    let isExact: Bool
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
    /// A button it names has changed; only kept for subscriptions that name ids and nothing else.
    var isTouched = false
    /// Its rate holds something back.
    var isHeldBack = false
    /// The slots of the ids that it names, by a version of these.
    private var named: (slots: [ButtonSlot], version: UInt64) = ([], .max)
    /// How each of its lines begins.
    let head: [UInt8]
    /// What the members in step hold of looks that its rate holds back, for patches.
    var heldLooks: [ButtonSlot: HeldLook] = [:]

    init(spec: SubscriptionSpec, traitSet: Int, cursor: UInt64) {
      name = spec.name
      self.spec = spec
      matcher = Matcher(spec.match)
      minimumInterval = spec.minimumInterval
      head = Buttons.head(name)
      form = spec.form
      isExact = spec.match.isExact
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

    /// The slots of the ids that it names, as they are in `slots`, which is in a version.
    func slots(in slots: [UTF8String: ButtonSlot], version: UInt64) -> [ButtonSlot] {
      if named.version != version {
        named = (spec.match.ids.compactMap { slots[$0] }, version)
      }
      return named.slots
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
  /// Places of subscriptions that name an id exactly, by id.
  private var exact: [UTF8String: [Int]] = [:]
  /// Places of subscriptions that name a glob or a group.
  private(set) var general: [Int] = []
  /// Places of exact subscriptions with something to send.
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
  func place(
    of spec: SubscriptionSpec, traitSet: Int, cursor: UInt64
  ) -> (place: Int, isNew: Bool) {
    if let place = buttonPlaces[spec] {
      if let entry = buttons[place] { lift(entry, to: cursor) }
      return (place, false)
    }
    let entry = Buttons(spec: spec, traitSet: traitSet, cursor: cursor)
    let place = freeButtonPlaces.popLast() ?? buttons.count
    if place == buttons.count { buttons.append(entry) } else { buttons[place] = entry }
    buttonPlaces[spec] = place
    if spec.match.isExact {
      for id in spec.match.ids { exact[id, default: []].append(place) }
    } else {
      general.append(place)
    }
    return (place, true)
  }

  /// The place of a subscription to state, which is made if it is new.
  func place(of spec: StateSubscriptionSpec, cursor: UInt64) -> Int {
    if let place = statePlaces[spec] { return place }
    let entry = State(spec: spec, cursor: cursor)
    let place = freeStatePlaces.popLast() ?? state.count
    if place == state.count { state.append(entry) } else { state[place] = entry }
    statePlaces[spec] = place
    return place
  }

  /// Forgets a subscription to buttons that has no members.
  func removeButtons(at place: Int) {
    guard let entry = buttons[place] else { return }
    buttons[place] = nil
    buttonPlaces[entry.spec] = nil
    freeButtonPlaces.append(place)
    general.removeAll { $0 == place }
    touched.removeAll { $0 == place }
    heldBack.removeAll { $0 == place }
    guard entry.spec.match.isExact else { return }
    for id in entry.spec.match.ids {
      exact[id]?.removeAll { $0 == place }
      if exact[id]?.isEmpty == true { exact[id] = nil }
    }
  }

  /// Forgets a subscription to state that has no members.
  func removeState(at place: Int) {
    guard let entry = state[place] else { return }
    state[place] = nil
    statePlaces[entry.spec] = nil
    freeStatePlaces.append(place)
  }

  /// The places of subscriptions that name this id.
  func watchers(of id: UTF8String) -> [Int] { exact[id] ?? [] }

  /// Notes that a button which these subscriptions name has changed, for the frame after the one
  /// that ended with `publishedSerial`.
  func touch(_ watchers: [Int], publishedSerial: UInt64) {
    for place in watchers {
      guard let entry = buttons[place], !entry.isTouched else { continue }
      lift(entry, to: publishedSerial)
      entry.isTouched = true
      touched.append(place)
    }
  }

  /// Nothing that the subscription names has changed up to a serial, unless something is held back or
  /// about to be sent: its members need not look further back.
  private func lift(_ entry: Buttons, to serial: UInt64) {
    if !entry.isHeldBack, !entry.isTouched { entry.cursor = serial }
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

  /// Calls `body` with the places of exact subscriptions with something to send, which then have none.
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
