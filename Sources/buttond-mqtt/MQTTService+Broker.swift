import BrokerLink
import ButtonClient
import ButtonModel
import ButtonProtocol
import LoopClient
import MQTTBridge
import UVLoop

extension MQTTService {
  /// Milliseconds in which the broker must answer the subscriptions.
  private static let patience: UInt64 = 15_000
  private static let filtersPerPacket = 64
  /// Milliseconds within which two clients of one name have ended each other's connections.
  private static let shortLife: UInt64 = 60_000

  /// Begins a connection to the broker.
  func connectToBroker() {
    let broker = BrokerConnection(on: loop, for: self)
    self.broker = broker
    broker.connect(plan.broker)
  }

  /// Asks for the topics of all rules that were not asked for yet.
  private func subscribe(_ broker: BrokerConnection) {
    for (qos, wanted) in table.subscriptions(without: filters.refused) {
      var rest = wanted.filter { filters.asked.insert($0).inserted }[...]
      while !rest.isEmpty {
        let some = Array(rest.prefix(Self.filtersPerPacket))
        rest = rest.dropFirst(some.count)
        unansweredFilters[broker.subscribe(some, qos: qos)] = some
      }
    }
    if !unansweredFilters.isEmpty { broker.expectAnswer(within: Self.patience) }
  }

  /// Says that this program is there, and tells Home Assistant what it has.
  func announce() {
    outbox.put(
      BrokerOutbox.Message(
        plan.settings.statusTopic, Array("online".utf8), qos: 1, isRetained: true))
    if let discovery { outbox.put(discovery) }
  }

  /// Does what a rule says about a message.
  private func perform(
    _ target: TopicRule.Target, of rule: Int, topic: () -> String, _ payload: UnsafeRawBufferPointer
  ) throws(RuleFault) {
    switch target {
    case .key(let key, let format, let pointer, let isFed):
      let rule = table.rules[rule]
      let reading = try reader.reading(
        of: payload, as: format, at: pointer, rule.liveness, in: rule.range)
      if isFed {
        try feed(key, reading, rule, topic)
      } else if rule.retained == .ignore, linkSince == nil {
        // Nobody expects it to be done when the daemon is back.
        throw RuleFault(.refused, "the daemon is away: \(key.string) is not set")
      } else if case .value(let value) = reading {
        try plain.put(.init(key, value, isMomentary: rule.retained == .ignore))
      }
    case .availability(let availability):
      let name = topic()
      let isOnline = try reader.isOnline(payload, availability) ?? true
      for key in try watch.tell(name, isOnline: isOnline) {
        fed.mark(key, lostFor: watch.loss(of: key))
      }
    case .look(let id, let pattern):
      guard !payload.isEmpty else { return }
      for message in try publisher.keeps(lookOf: id, at: pattern) { outbox.put(message) }
    case .discovery: forget(payload)
    case .button(let id):
      let words = table.rules[rule].commands
      guard let command = try reader.command(of: payload, by: words) else { return }
      try trigger(id, command, rule: rule, topic: topic())
    case .announcement:
      guard payload.elementsEqual("online".utf8) else { return }
      renew()
    }
  }
}

extension MQTTService {
  /// Has Home Assistant forget the entities that the broker has kept and the file of rules has no more, and
  /// the broker what their keys were.
  private func forget(_ former: UnsafeRawBufferPointer) {
    guard let plain = plan.discovery,
      let (message, topics) = FormerDiscovery.forgetting(
        former, in: plain, prefix: plan.settings.prefix)
    else { return }
    discovery = message
    outbox.put(message)
    for topic in topics.subtracting(plan.settings.keys.map(\.topic)) {
      outbox.put(BrokerOutbox.Message(topic, [], qos: 1, isRetained: true))
    }
  }

  /// Takes what a message says of a fed key.
  private func feed(
    _ key: UTF8String, _ reading: PayloadReader.Reading, _ rule: TopicRule, _ topic: () -> String
  ) throws(RuleFault) {
    if case .value(nil) = reading {
      watch.forget(key)
      table.release(key)
      return try fed.put(.init(key, nil))
    }
    let word: String? = if case .noValue(let word) = reading { word } else { nil }
    let availability =
      rule.liveness.availability == nil ? nil : rule.availabilityTopic(of: topic())
    try watch.heard(key, word, rule.liveness, availability: availability, now: loop.hrtime)
    // What has no value cannot lose it.
    defer { if !fed.knows(key) { watch.forget(key) } }
    let loss = watch.loss(of: key)
    if case .value(let value) = reading {
      try fed.put(.init(key, value, loss: loss))
    } else {
      fed.mark(key, lostFor: loss)
    }
  }

  /// Has keys be lost from which nothing came for too long.
  func lookForSilence() {
    for key in watch.fallSilent(now: loop.hrtime) { fed.mark(key, lostFor: watch.loss(of: key)) }
  }
}

extension MQTTService: BrokerConnection.Delegate {
  func brokerDidAccept(_ broker: BrokerConnection) {
    brokerSince = loop.now
    console.print("connected to the broker at \(plan.brokerName)")
    unansweredFilters = [:]
    filters = ([], [])
    subscribe(broker)
    announce()
    beginSubscriptions()
  }

  func broker(
    _ broker: BrokerConnection, didSend payload: UnsafeRawBufferPointer,
    to topic: UnsafeRawBufferPointer, isRetained: Bool
  ) {
    received += 1
    for route in table.routes(of: topic) {
      switch table.rules[route.rule].retained {
      case .use: break
      case .ignore:
        // The empty message that clears a retained command commands nothing.
        if isRetained || (payload.isEmpty && table.rules[route.rule].setsKey) { continue }
      case .only:
        // The message that ends what the broker has kept is not one that it has kept.
        if !isRetained, !(payload.isEmpty && table.rules[route.rule].setsKey) { continue }
      }
      let name = { String(decoding: topic, as: UTF8.self) }
      do throws(RuleFault) {
        try perform(try route.target.get(), of: route.rule, topic: name, payload)
      } catch {
        note(error, rule: route.rule, topic: name())
      }
    }
  }

  func broker(_ broker: BrokerConnection, didSubscribe id: Int32, _ granted: [Int32]) {
    guard let some = unansweredFilters.removeValue(forKey: id) else { return }
    let refused = zip(some, granted).filter { $1 > 2 }.map(\.0)
    for filter in refused {
      console.complain(
        "the broker does not let this user subscribe to \(Excerpt(filter, atMost: 200)); its access "
          + "list must allow that")
    }
    filters.refused.formUnion(refused)
    // It may allow what these would have covered.
    if !refused.isEmpty { subscribe(broker) }
    guard unansweredFilters.isEmpty else { return }
    broker.expectAnswer(within: nil)
    console.print("subscribed to \(filters.asked.count) topics")
  }

  func brokerDidEnd(_ broker: BrokerConnection, _ error: BrokerError) {
    // A broker ends the older one of two connections with the same client id, and says nothing.
    let isShort = brokerSince.map { loop.now - $0 < Self.shortLife } ?? false
    let advice =
      isShort ? "; change broker.clientId if another client has \(plan.broker.client) too" : ""
    let wait = wait(after: brokerSince, &brokerBackoff)
    let trouble = "no connection to the broker at \(plan.brokerName): \(error)\(advice)"
    console.complain("\(trouble); trying again in \(wait) ms")
    self.broker = nil
    if brokerSince != nil { surrender() }
    brokerSince = nil
    unansweredFilters = [:]
    later(wait) { [weak self] in self?.connectToBroker() }
  }

  /// Nobody knows any more whether the keys still hold: the daemon makes them lost.
  private func surrender() {
    fed.removeAll()
    watch = KeyWatch(maximumKeys: plan.settings.maxKeys)
    outbox = BrokerOutbox()
    endSubscriptions()
    for (id, asked) in requests {
      if case .fed = asked { requests[id] = nil }
    }
    guard let link, linkSince != nil else { return }
    let request = StateSetRequest(
      values: StateMembers(), lease: UTF8String(plan.settings.lease), silentAfterMs: 0)
    requests[link.request(request)] = .surrender
  }
}
