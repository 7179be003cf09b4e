import ButtonModel
import ButtonProtocol

/// Who watches what: one entry for all equal subscriptions to buttons, and one for those to state.
struct SubscriptionTable {
  /// One connection among those with an equal subscription.
  struct Member {
    let connection: ConnectionID
    /// The serial that this connection has been sent, when it differs from the others'; nil when it
    /// is in step with them.
    var cursor: UInt64?
  }

  /// Equal subscriptions to buttons, which share every encoded line.
  struct Buttons {
    let name: String
    let spec: SubscriptionSpec
    let matcher: Matcher
    let traitSet: Int
    var members: [Member] = []
    /// The serial that the members in step have been sent.
    var cursor: UInt64
    /// When the next frame may go, for a subscription with a rate.
    var nextDue: UInt64 = 0
    /// A button it names has changed; only kept for subscriptions that name ids and nothing else.
    var isTouched = false
    /// A member was behind when the last frame went.
    var hasStragglers = false
  }

  /// Equal subscriptions to state.
  struct State {
    let name: String
    let spec: StateSubscriptionSpec
    /// A member's cursor is the revision up to which it was told.
    var members: [Member] = []
    var cursor: UInt64
    var hasStragglers = false
  }

  var buttons: [Buttons?] = []
  var state: [State?] = []
  /// Places by name.
  private var buttonPlaces: [String: Int] = [:]
  private var statePlaces: [String: Int] = [:]
  /// Places of subscriptions that name an id exactly, by id.
  private var exact: [UTF8String: [Int]] = [:]
  /// Places of subscriptions that name a glob or a group.
  private(set) var general: [Int] = []
  /// Places of exact subscriptions with something to send.
  private(set) var touched: [Int] = []

  /// When a subscription with a rate may be sent what it waits for.
  var nextDue: UInt64? {
    var due: UInt64?
    for place in waiting {
      guard let time = buttons[place]?.nextDue else { continue }
      due = min(due ?? time, time)
    }
    return due
  }

  /// Places of subscriptions whose rate holds back something.
  var waiting: [Int] = []

  /// The place of a subscription to buttons, which is made if it is new.
  mutating func place(
    of spec: SubscriptionSpec, traitSet: Int, cursor: UInt64
  ) -> (place: Int, isNew: Bool) {
    let name = spec.name
    if let place = buttonPlaces[name] { return (place, false) }
    let entry = Buttons(
      name: name, spec: spec, matcher: Matcher(spec.match), traitSet: traitSet, cursor: cursor)
    let place = buttons.firstIndex { $0 == nil } ?? buttons.count
    if place == buttons.count { buttons.append(entry) } else { buttons[place] = entry }
    buttonPlaces[name] = place
    if spec.match.isExact {
      for id in spec.match.ids { exact[id, default: []].append(place) }
    } else {
      general.append(place)
    }
    return (place, true)
  }

  /// The place of a subscription to state, which is made if it is new.
  mutating func place(of spec: StateSubscriptionSpec, cursor: UInt64) -> Int {
    let name = spec.name
    if let place = statePlaces[name] { return place }
    let entry = State(name: name, spec: spec, cursor: cursor)
    let place = state.firstIndex { $0 == nil } ?? state.count
    if place == state.count { state.append(entry) } else { state[place] = entry }
    statePlaces[name] = place
    return place
  }

  func buttonPlace(named name: String) -> Int? { buttonPlaces[name] }
  func statePlace(named name: String) -> Int? { statePlaces[name] }

  /// Forgets a subscription to buttons that has no members.
  mutating func removeButtons(at place: Int) {
    guard let entry = buttons[place] else { return }
    buttons[place] = nil
    buttonPlaces[entry.name] = nil
    general.removeAll { $0 == place }
    touched.removeAll { $0 == place }
    waiting.removeAll { $0 == place }
    guard entry.spec.match.isExact else { return }
    for id in entry.spec.match.ids {
      exact[id]?.removeAll { $0 == place }
      if exact[id]?.isEmpty == true { exact[id] = nil }
    }
  }

  /// Forgets a subscription to state that has no members.
  mutating func removeState(at place: Int) {
    guard let entry = state[place] else { return }
    state[place] = nil
    statePlaces[entry.name] = nil
  }

  /// The places of subscriptions that name this id.
  func watchers(of id: UTF8String) -> [Int] { exact[id] ?? [] }

  /// Notes that a button which these subscriptions name has changed.
  mutating func touch(_ watchers: [Int]) {
    for place in watchers where buttons[place]?.isTouched == false {
      buttons[place]?.isTouched = true
      touched.append(place)
    }
  }

  /// Takes the places of exact subscriptions with something to send.
  mutating func takeTouched() -> [Int] {
    let places = touched
    touched.removeAll(keepingCapacity: true)
    for place in places { buttons[place]?.isTouched = false }
    return places
  }
}
