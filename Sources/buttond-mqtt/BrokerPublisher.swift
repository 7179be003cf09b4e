import ButtonClient
import ButtonModel
import ButtonProtocol
import JSONRPC
import MQTTBridge

/// Turns what the daemon says of keys, looks and actions into messages.
struct BrokerPublisher {
  /// What a subscription is for; the numbers are places in the settings.
  private enum Kind: Hashable {
    case keys(Int)
    case look(Int)
    case action(Int)
  }

  private static let keysPerSubscription = 2_000

  private let settings: MQTTSettings
  private let keyRules: [String: [MQTTSettings.KeyRule]]
  private let keys: [[String]]
  private var subscriptions: [ClientCore.ID: Kind] = [:]
  private var ticks: [Kind: TickMark] = [:]
  private var revisions: [Kind: RevisionMark] = [:]
  /// The values that the broker was sent last, nil for none: a key that is lost, or comes back, is no news.
  private var sent: [String: StateValue?] = [:]
  /// The buttons that have a look at the broker, by rule.
  private var shown: [Int: Set<String>] = [:]
  /// The ids of looks that the broker says it has kept, by the topics of rules, until it is known which of
  /// the buttons there are.
  private var kept: [String: Set<String>] = [:]
  /// The rules of looks whose buttons are known.
  private var known: Set<Int> = []
  /// The buttons, or the keys with a value, that snapshots under way have brought so far.
  private var arriving: [Kind: Set<String>] = [:]

  init(_ settings: MQTTSettings) {
    self.settings = settings
    keyRules = Dictionary(grouping: settings.keys, by: \.key)
    let names = keyRules.keys.sorted()
    keys = stride(from: 0, to: names.count, by: Self.keysPerSubscription).map {
      Array(names[$0..<min(names.count, $0 + Self.keysPerSubscription)])
    }
  }

  /// Subscribes to everything, from where earlier subscriptions were interrupted.
  mutating func begin(_ link: DaemonLink) {
    interrupt()
    for (index, names) in keys.enumerated() {
      let request = StateSubscribeRequest(
        keys: names.map { UTF8String($0) }, since: revisions[.keys(index)])
      subscriptions[link.subscribe(request)] = .keys(index)
    }
    for (index, rule) in settings.looks.enumerated() {
      let request = ButtonsSubscribeRequest(
        match: Match(patterns: rule.buttons.map { UTF8String($0) }), since: ticks[.look(index)],
        maxRate: rule.maxRate)
      subscriptions[link.subscribe(request)] = .look(index)
    }
    for (index, rule) in settings.actions.enumerated() {
      let match = Match(patterns: rule.buttons.map { UTF8String($0) })
      subscriptions[link.subscribe(ActionsSubscribeRequest(match: match))] = .action(index)
    }
  }

  /// The connection to the daemon is gone, and with it what was on its way.
  mutating func interrupt() {
    subscriptions = [:]
    arriving = [:]
    known = []
  }

  /// Ends everything; the next subscriptions begin with a snapshot.
  mutating func end(_ link: DaemonLink?) {
    for id in subscriptions.keys.sorted() { link?.unsubscribe(id) }
    interrupt()
    ticks = [:]
    revisions = [:]
    sent = [:]
    kept = [:]
  }

  /// Forgets a subscription that has ended; false if it is none of these.
  mutating func forget(_ id: ClientCore.ID) -> Bool { subscriptions.removeValue(forKey: id) != nil }

  /// The messages that a part of a subscription makes.
  mutating func messages(of id: ClientCore.ID, _ part: SubscriptionPart) -> [BrokerOutbox.Message] {
    guard let kind = subscriptions[id] else { return [] }
    var messages: [BrokerOutbox.Message] = []
    _ = part.json.read { json in
      switch kind {
      case .keys(let index): messages = states(json, index, part.epoch)
      case .look(let index): messages = looks(json, index, part.epoch)
      case .action(let index): messages = actions(json, index)
      }
    }
    return messages
  }

  private mutating func states(
    _ json: JSONElement, _ index: Int, _ epoch: String
  ) -> [BrokerOutbox.Message] {
    var values: [String: StateValue] = [:]
    if let members = json.member("values")?.members {
      for (key, value) in members { values[key.string] = try? StateValue(json: value) }
    }
    var gone = json.member("removed")?.elements.compactMap(\.string) ?? []
    if json.member("snapshot")?.bool == true { arriving[.keys(index)] = [] }
    arriving[.keys(index)]?.formUnion(values.keys)
    if json.member("more")?.bool != true {
      if let present = arriving.removeValue(forKey: .keys(index)) {
        gone += keys[index].filter { !present.contains($0) }
      }
      if let revision = json.member("revision")?.int {
        revisions[.keys(index)] = RevisionMark(epoch: epoch, revision: UInt64(clamping: revision))
      }
    }
    var messages: [BrokerOutbox.Message] = []
    for (key, value) in values { messages += states(key, value) }
    for key in gone { messages += states(key, nil) }
    return messages
  }

  private mutating func states(_ key: String, _ value: StateValue?) -> [BrokerOutbox.Message] {
    if let last = sent[key], last == value { return [] }
    sent.updateValue(value, forKey: key)
    return (keyRules[key] ?? []).compactMap { rule in
      if value == nil, !rule.isRetained { return nil }
      return BrokerOutbox.Message(
        rule.topic, rule.payload(value), qos: rule.qos, isRetained: rule.isRetained)
    }
  }

  private mutating func looks(
    _ json: JSONElement, _ index: Int, _ epoch: String
  ) -> [BrokerOutbox.Message] {
    let rule = settings.looks[index]
    var messages: [BrokerOutbox.Message] = []
    var shown = shown[index] ?? []
    if json.member("snapshot")?.bool == true { arriving[.look(index)] = [] }
    for record in json.member("buttons").map({ Array($0.elements) }) ?? [] {
      guard let id = record.member("id")?.string else { continue }
      shown.insert(id)
      arriving[.look(index)]?.insert(id)
      messages.append(rule.message(id, JSONDocument(copying: record).bytes))
    }
    for id in json.member("removed")?.elements.compactMap(\.string) ?? [] {
      shown.remove(id)
      messages.append(rule.message(id, []))
    }
    if json.member("more")?.bool != true {
      if let present = arriving.removeValue(forKey: .look(index)) {
        messages += shown.subtracting(present).sorted().map { rule.message($0, []) }
        shown = present
      }
      if let tick = json.member("tick")?.int {
        ticks[.look(index)] = TickMark(epoch: epoch, tick: UInt64(clamping: tick))
      }
    }
    self.shown[index] = shown
    if json.member("more")?.bool != true {
      known.insert(index)
      messages += ghosts(of: rule.topic)
    }
    return messages
  }

  /// The broker has kept a look, of a button that may be gone since.
  mutating func keeps(lookOf id: String, at topic: String) -> [BrokerOutbox.Message] {
    kept[topic, default: []].insert(id)
    return ghosts(of: topic)
  }

  /// Messages that remove what the broker has kept of buttons that are gone, once it is known which are there.
  private mutating func ghosts(of topic: String) -> [BrokerOutbox.Message] {
    let indexes = settings.looks.indices.filter { settings.looks[$0].topic == topic }
    guard let rule = indexes.first.map({ settings.looks[$0] }),
      indexes.allSatisfy({ known.contains($0) && arriving[.look($0)] == nil }),
      let ids = kept.removeValue(forKey: topic)
    else { return [] }
    let there = indexes.reduce(into: Set<String>()) { $0.formUnion(shown[$1] ?? []) }
    return ids.subtracting(there).sorted().filter { id in
      indexes.contains { TopicRule.isNamed(id, by: settings.looks[$0].buttons) }
    }.map { rule.message($0, []) }
  }

  private func actions(_ json: JSONElement, _ index: Int) -> [BrokerOutbox.Message] {
    guard let id = json.member("id")?.string else { return [] }
    let rule = settings.actions[index]
    var writer = JSONWriter()
    writer.beginObject()
    // What Home Assistant's events need.
    writer.key("event_type")
    writer.string("press")
    for (name, value) in json.members where name.string != "subscription" {
      writer.key(name.string)
      writer.copy(value)
    }
    writer.endObject()
    return [
      BrokerOutbox.Message(
        rule.topic.replacing("$id", with: id), [UInt8](writer.bytes), qos: rule.qos)
    ]
  }
}

extension MQTTSettings.LookRule {
  /// A button's look as a message; an empty one removes it.
  fileprivate func message(_ id: String, _ payload: [UInt8]) -> BrokerOutbox.Message {
    BrokerOutbox.Message(topic.replacing("$id", with: id), payload, qos: qos, isRetained: true)
  }
}
