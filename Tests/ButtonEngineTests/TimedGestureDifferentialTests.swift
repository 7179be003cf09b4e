import ButtonEngine
import ButtonModel
import ButtonProtocol
import TestSupport
import Testing

/// Random presses of buttons whose gestures time tells apart, compared with a model that does one thing at a
/// time, and with a daemon that plays what was recorded of them.
@Suite struct TimedGestureDifferentialTests {
  @Test func tapsHoldsAndDoublesAreWhatTheModelSays() throws {
    var seed = Seed()
    for _ in 0..<scaled(20) {
      var life = GestureLife(Seed(seed.next()))
      for _ in 0..<100 { try life.step() }
      try life.comeToRest()
    }
  }
}

/// What presses come to, in the simplest words. Times are in milliseconds.
private struct NaiveGestures {
  struct Key: Hashable {
    let client: UInt32
    let id: String
  }

  struct Press {
    var began: UInt64
    var isOn: Bool
    var hasLeft: Bool
    var hasActed = false
  }

  let gestures: [String: [TimedGesture]]
  var now: UInt64 = 0
  var presses: [Key: Press] = [:]
  /// When taps were made that are not performed yet.
  var taps: [Key: UInt64] = [:]
  var isRefusing = false
  /// How often something was performed, by key of the state.
  var counts: [String: Int64] = [:]
  /// How many of those no replay would do by itself.
  var told = 0

  func has(_ gesture: TimedGesture, _ id: String) -> Bool {
    gestures[id]?.contains(gesture) == true
  }

  mutating func count(_ what: String, _ id: String) {
    counts["\(id).\(what)", default: 0] += 1
    if what != "tap" || has(.doublePress, id) { told += 1 }
  }

  mutating func performTap(of key: Key) {
    if taps.removeValue(forKey: key) != nil { count("tap", key.id) }
  }

  /// Time passes, a millisecond after the other.
  mutating func pass(_ milliseconds: UInt64) {
    for _ in 0..<milliseconds {
      now += 1
      for (key, began) in taps where presses[key] == nil {
        if now == began + UInt64(TimedGesture.doublePress.usualMs) { performTap(of: key) }
      }
      for (key, press) in presses where press.isOn && !press.hasLeft && !press.hasActed {
        guard has(.longPress, key.id),
          now == press.began + UInt64(TimedGesture.longPress.usualMs)
        else { continue }
        performTap(of: key)
        count("longPress", key.id)
        presses[key]?.hasActed = true
      }
    }
  }

  mutating func take(_ event: PressEvent, _ key: Key) {
    switch event {
    case .began(let place):
      if isRefusing { return }
      let isOn = place.map(contains) ?? true
      presses[key] = Press(began: now, isOn: isOn, hasLeft: !isOn)
      if !isOn { performTap(of: key) }
    case .moved(let place): move(key, to: place)
    case .ended(let place):
      if let place { move(key, to: place) }
      if let press = presses[key], press.isOn, !press.hasActed { release(press, key) }
      presses[key] = nil
    case .cancelled:
      if presses.removeValue(forKey: key) != nil { performTap(of: key) }
    }
  }

  private mutating func move(_ key: Key, to place: PressLocation) {
    guard presses[key] != nil else { return }
    let isOn = contains(place)
    presses[key]?.isOn = isOn
    if isOn { return }
    presses[key]?.hasLeft = true
    performTap(of: key)
  }

  private mutating func release(_ press: Press, _ key: Key) {
    if taps.removeValue(forKey: key) != nil {
      count("doublePress", key.id)
    } else if has(.doublePress, key.id), !press.hasLeft {
      taps[key] = now
    } else {
      count("tap", key.id)
    }
  }

  mutating func close(_ client: UInt32) {
    for key in taps.keys where key.client == client { performTap(of: key) }
    for key in presses.keys where key.client == client { presses[key] = nil }
  }

  mutating func forget(_ id: String? = nil) {
    presses = presses.filter { id != nil && $0.key.id != id }
    taps = taps.filter { id != nil && $0.key.id != id }
  }

  private func contains(_ place: PressLocation) -> Bool {
    place.x >= -40 && place.x < 40 && place.y >= -40 && place.y < 40
  }
}

/// One random life of three buttons, and a daemon that plays a recording of it.
private struct GestureLife {
  static let gestures: [String: [TimedGesture]] = [
    "hold": [.longPress], "twice": [.doublePress], "both": TimedGesture.allCases,
  ]

  let seed: UInt64
  var random: Seed
  let rig = Rig()
  let replay: Rig
  var model = NaiveGestures(gestures: gestures)
  /// Presses of which the replay has heard that time decided them.
  var decided: Set<NaiveGestures.Key> = []
  var told = 0

  init(_ seed: Seed) {
    self.seed = seed.value
    random = seed
    var settings = EngineSettings()
    settings.tellsTime = false
    replay = Rig(settings)
  }

  private mutating func pick(_ count: Int) -> Int { Int(random.next() % UInt64(count)) }

  private mutating func both(_ body: (Rig) throws -> Void) throws {
    try body(rig)
    try play()
    try body(replay)
  }

  mutating func step() throws {
    if rig.engine.buttonCount == 0 {
      for id in Self.gestures.keys.sorted() { try define(id) }
    }
    let client = UInt32(1 + pick(3))
    let id = Self.gestures.keys.sorted()[pick(3)]
    switch pick(20) {
    case 0...11: try press(client, id)
    case 12...16: try pass(UInt64([1, 100, 299, 300, 499, 500][pick(6)]))
    case 17:
      model.close(client)
      rig.close(rig.client(client))
      try play()
      replay.close(replay.client(client))
      decided = decided.filter { $0.client != client }
    case 18:
      let key = ["off", "busy", "away"][pick(3)]
      model.forget()
      try both { _ = try $0.set([key: .bool(true)]) }
      if pick(2) == 0 { try refused(client, id) }
      try both { _ = try $0.set([key: .bool(false)]) }
    default:
      model.forget(id)
      if pick(2) == 0 { try both { _ = $0.engine.remove(Match(ids: [UTF8String(id)])) } }
      try define(id)
    }
    try check()
  }

  private mutating func define(_ id: String) throws {
    var button = ButtonDefinition.make(id, "plain")
    button.isEnabled = .bound(key: "off", equals: .bool(false))
    button.isBusy = .bound(key: "busy", equals: nil)
    button.isHidden = .bound(key: "away", equals: nil)
    button.action = .counting(UTF8String("\(id).tap"))
    button.timedActions = ButtonDefinition.counting(Self.gestures[id] ?? [], under: "\(id).")
    try both { rig in
      try rig.set(["off": .bool(false)])
      try rig.define(button.hinted(rig.engine.revision))
    }
  }

  private mutating func pass(_ milliseconds: UInt64) throws {
    model.pass(milliseconds)
    try rig.settle(within: milliseconds * 1_000_000)
    try play()
  }

  private mutating func press(_ client: UInt32, _ id: String) throws {
    let event = PressEvent.random(using: &random)
    let key = NaiveGestures.Key(client: client, id: id)
    model.take(event, key)
    try rig.press(rig.client(client), UTF8String(id), event)
    try play()
    switch event {
    case .ended where decided.remove(key) != nil:
      try replay.press(replay.client(client), UTF8String(id), .cancelled)
    case .began, .cancelled:
      decided.remove(key)
      try replay.press(replay.client(client), UTF8String(id), event)
    case .ended, .moved: try replay.press(replay.client(client), UTF8String(id), event)
    }
  }

  private func refused(_ client: UInt32, _ id: String) throws {
    #expect(throws: EngineError.self, "seed \(seed)") {
      try rig.press(rig.client(client), UTF8String(id), .began(nil))
    }
  }

  /// Plays what was recorded since the last time.
  private mutating func play() throws {
    try rig.turn()
    for change in rig.passed {
      guard case .performed(let id, let gesture, let connection, nil) = change else { continue }
      told += 1
      decided.insert(.init(client: connection.rawValue, id: id.string))
      try replay.engine.trigger(id, gesture)
    }
    rig.passed = []
  }

  private func check() throws {
    for id in Self.gestures.keys {
      for what in ["tap", "longPress", "doublePress"] {
        let expected = [model.counts["\(id).\(what)"] ?? 0]
        #expect(rig.counts(of: ["\(id).\(what)"]) == expected, "seed \(seed): \(id) \(what)")
        #expect(
          replay.counts(of: ["\(id).\(what)"]) == expected, "seed \(seed): played \(id) \(what)")
      }
    }
    #expect(told == model.told, "seed \(seed)")
  }

  mutating func comeToRest() throws {
    try pass(1_000)
    for client in 1...3 as ClosedRange<UInt32> {
      model.close(client)
      rig.close(rig.client(client))
    }
    try play()
    try check()
    #expect(rig.engine.pressCount == 0 && rig.engine.wakeTime == nil, "seed \(seed)")
  }
}
