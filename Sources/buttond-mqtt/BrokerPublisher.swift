import ButtonClient
import ButtonModel
import ButtonProtocol
import JSONRPC
import LoopClient
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
  /// What is to be asked for, or asked for again as the daemon has refused it.
  private var waiting: [Kind] = []
  private var ticks: [Kind: TickMark] = [:]
  private var revisions: [Kind: RevisionMark] = [:]
  /// The values that the broker was sent last, nil for none: a key that is lost, or comes back, is no news.
  private var sent: [String: StateValue?] = [:]
  /// The buttons that have a look at the broker.
  private var shown: ShownLooks
  /// The keys with a value that snapshots under way have brought so far.
  private var arriving: [Int: Set<String>] = [:]

  init(_ settings: MQTTSettings) {
    self.settings = settings
    shown = ShownLooks(settings.looks)
    keyRules = Dictionary(grouping: settings.keys, by: \.key)
    let names = keyRules.keys.sorted()
    keys = stride(from: 0, to: names.count, by: Self.keysPerSubscription).map {
      Array(names[$0..<min(names.count, $0 + Self.keysPerSubscription)])
    }
  }

  /// Subscribes to everything, from where earlier subscriptions were interrupted.
  mutating func begin(_ link: DaemonLink) {
    interrupt()
    waiting = keys.indices.map { Kind.keys($0) }
    waiting += settings.looks.indices.map { Kind.look($0) }
    waiting += settings.actions.indices.map { Kind.action($0) }
    beginWaiting(link)
  }

  /// Subscribes to what waits: all at first, then what the daemon has refused.
  mutating func beginWaiting(_ link: DaemonLink) {
    for kind in waiting {
      let id = subscribe(to: kind, link)
      subscriptions[id] = kind
    }
    waiting = []
  }

  private func subscribe(to kind: Kind, _ link: DaemonLink) -> ClientCore.ID {
    switch kind {
    case .keys(let index):
      return link.subscribe(
        StateSubscribeRequest(keys: keys[index].map { UTF8String($0) }, since: revisions[kind]))
    case .look(let index):
      let rule = settings.looks[index]
      return link.subscribe(
        ButtonsSubscribeRequest(
          match: Match(patterns: rule.buttons.map { UTF8String($0) }), since: ticks[kind],
          maxRate: rule.maxRate))
    case .action(let index):
      let match = Match(patterns: settings.actions[index].buttons.map { UTF8String($0) })
      return link.subscribe(ActionsSubscribeRequest(match: match))
    }
  }

  /// The connection to the daemon is gone, and with it what was on its way.
  mutating func interrupt() {
    subscriptions = [:]
    waiting = []
    arriving = [:]
    shown.interrupt()
  }

  /// Ends everything; the next subscriptions begin with a snapshot.
  mutating func end(_ link: DaemonLink?) {
    for id in subscriptions.keys.sorted() { link?.unsubscribe(id) }
    interrupt()
    ticks = [:]
    revisions = [:]
    sent = [:]
    shown.forgetKept()
  }

  /// Notes that a subscription has ended, to be begun again; false if it is none of these.
  mutating func refuse(_ id: ClientCore.ID) -> Bool {
    guard let kind = subscriptions.removeValue(forKey: id) else { return false }
    waiting.append(kind)
    return true
  }

  /// The messages that a part of a subscription makes; `note` is given what makes none, and its topic.
  mutating func messages(
    of id: ClientCore.ID, _ part: SubscriptionPart, _ note: (RuleFault, String) -> Void
  ) -> [BrokerOutbox.Message] {
    guard let kind = subscriptions[id] else { return [] }
    var messages: [BrokerOutbox.Message] = []
    _ = part.json.read { json in
      switch kind {
      case .keys(let index): messages = states(json, index, part.epoch)
      case .look(let index): messages = looks(json, index, part.epoch, note)
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
    if json.member("snapshot")?.bool == true { arriving[index] = [] }
    arriving[index]?.formUnion(values.keys)
    if json.member("more")?.bool != true {
      if let present = arriving.removeValue(forKey: index) {
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
    _ json: JSONElement, _ index: Int, _ epoch: String, _ note: (RuleFault, String) -> Void
  ) -> [BrokerOutbox.Message] {
    let rule = settings.looks[index]
    var messages: [BrokerOutbox.Message] = []
    if json.member("snapshot")?.bool == true { shown.begin(index) }
    for record in json.member("buttons").map({ Array($0.elements) }) ?? [] {
      guard let id = record.member("id")?.string else { continue }
      let message = rule.message(id, JSONDocument(copying: record).bytes)
      do throws(RuleFault) {
        try shown.show(id, by: index)
        messages.append(message)
      } catch {
        note(error, message.topic)
      }
    }
    for id in json.member("removed")?.elements.compactMap(\.string) ?? [] {
      shown.remove(id, by: index)
      messages.append(rule.message(id, []))
    }
    guard json.member("more")?.bool != true else { return messages }
    if let tick = json.member("tick")?.int {
      ticks[.look(index)] = TickMark(epoch: epoch, tick: UInt64(clamping: tick))
    }
    return messages + shown.end(index).map { rule.message($0, []) }
  }

  /// The broker has kept a look, of a button that may be gone since.
  mutating func keeps(
    lookOf id: String, at topic: String
  ) throws(RuleFault) -> [BrokerOutbox.Message] {
    guard let rule = settings.looks.first(where: { $0.topic == topic }) else { return [] }
    return try shown.keep(id, at: topic).map { rule.message($0, []) }
  }

  private func actions(_ json: JSONElement, _ index: Int) -> [BrokerOutbox.Message] {
    let rule = settings.actions[index]
    guard let id = json.member("id")?.string, let payload = rule.payload(of: json) else {
      return []
    }
    return [
      BrokerOutbox.Message(rule.topic.replacing("$id", with: id), payload, qos: rule.qos)
    ]
  }
}

extension MQTTSettings.LookRule {
  /// A button's look as a message; an empty one removes it.
  fileprivate func message(_ id: String, _ payload: [UInt8]) -> BrokerOutbox.Message {
    BrokerOutbox.Message(topic.replacing("$id", with: id), payload, qos: qos, isRetained: true)
  }
}
