import ButtonModel
import MQTTBridge
import Testing

@Suite struct ValueTests {
  private static let one = KeyBox.Change("a", .int(1))

  @Test func manyMessagesOfAKeyWaitAsOne() throws {
    var feed = KeyFeed(keeps: true, maximumKeys: 10)
    for number in 0..<10_000 { try feed.put(.init("a", .int(Int64(number)))) }
    #expect(feed.next() == [.init("a", .int(9_999))])
    #expect(feed.next() == nil)
    feed.succeeded()
    #expect(feed.next() == nil)
  }

  @Test func whatComesDuringARequestIsInTheNext() throws {
    var feed = KeyFeed(keeps: true, maximumKeys: 10)
    try feed.put(Self.one)
    _ = feed.next()
    try feed.put(.init("b", .int(2)))
    #expect(feed.next() == nil)
    feed.succeeded()
    #expect(feed.next() == [.init("b", .int(2))])
  }

  @Test func aNewDaemonGetsAllFedKeysAgain() throws {
    var feed = KeyFeed(keeps: true, maximumKeys: 10)
    try feed.put(Self.one)
    try feed.put(.init("b", .int(2)))
    _ = feed.next()
    feed.succeeded()
    feed.disconnected()
    #expect(feed.next() == [Self.one, .init("b", .int(2))])
  }

  @Test func aCommandWithoutAnAnswerIsSentAgain() throws {
    var feed = KeyFeed(keeps: false, maximumKeys: 10)
    try feed.put(Self.one)
    _ = feed.next()
    feed.disconnected()
    #expect(feed.next() == [Self.one])
    feed.succeeded()
    feed.disconnected()
    #expect(feed.next() == nil)
  }

  @Test func aCommandOfTheMomentIsNotSentToALaterDaemon() throws {
    var feed = KeyFeed(keeps: false, maximumKeys: 10)
    try feed.put(.init("a", .int(1), isMomentary: true))
    try feed.put(.init("b", .int(1)))
    _ = feed.next()
    try feed.put(.init("c", .int(2), isMomentary: true))
    try feed.put(.init("d", .int(2)))
    feed.disconnected()
    #expect(feed.next() == [.init("d", .int(2)), .init("b", .int(1))])
    #expect(feed.count == 0)
  }

  @Test func aRefusedCommandOfTheMomentIsForgottenToo() throws {
    var feed = KeyFeed(keeps: false, maximumKeys: 10)
    for key in ["a", "b"] as [UTF8String] {
      try feed.put(.init(key, .int(1), isMomentary: true))
    }
    _ = feed.next()
    #expect(feed.refused() == nil)
    feed.disconnected()
    #expect(feed.next() == nil)
  }

  @Test func halvingFindsTheKeyThatIsRefused() throws {
    var feed = KeyFeed(keeps: true, maximumKeys: 1_000)
    for number in 0..<100 { try feed.put(.init(UTF8String("k\(number)"), .int(1))) }
    var taken: Set<UTF8String> = []
    var blamed: [UTF8String] = []
    while let batch = feed.next() {
      if batch.contains(where: { $0.key == "k37" }) {
        if let change = feed.refused() { blamed.append(change.key) }
      } else {
        taken.formUnion(batch.map(\.key))
        feed.succeeded()
      }
    }
    #expect(blamed == ["k37"])
    #expect(taken.count == 99)
  }

  @Test func moreKeysThanAllowedAreRefused() throws {
    var feed = KeyFeed(keeps: true, maximumKeys: 2)
    try feed.put(Self.one)
    try feed.put(.init("b", .int(1)))
    #expect(throws: RuleFault.self) { try feed.put(.init("c", .int(1))) }
    try feed.put(.init("a", .int(2)))
    #expect(feed.next()?.count == 2)
  }

  @Test func bytesOfKeysAreBounded() throws {
    var box = KeyBox(keeps: true, maximumKeys: 100_000)
    let text = UTF8String(String(repeating: "x", count: 60_000))
    var count = 0
    while (try? box.put(.init(UTF8String("k\(count)"), .string(text)))) != nil { count += 1 }
    #expect(box.bytes <= KeyBox.maximumBytes)
    #expect(count == KeyBox.maximumBytes / 60_000)
  }

  @Test func aRemovedKeyLeavesItsRoom() throws {
    var box = KeyBox(keeps: true, maximumKeys: 1)
    try box.put(Self.one)
    try box.put(.init("a", nil))
    #expect(box.nextBatch() == [.init("a", nil)])
    #expect(box.count == 0)
    #expect(box.bytes == 0)
    try box.put(.init("b", .int(1)))
  }

  @Test func largeBatchesAreCut() throws {
    var box = KeyBox(keeps: false, maximumKeys: 10_000)
    for number in 0..<5_000 { try box.put(.init(UTF8String("k\(number)"), .int(1))) }
    #expect(box.nextBatch().count == 2_000)
    #expect(box.nextBatch().count == 2_000)
    #expect(box.nextBatch().count == 1_000)
    #expect(box.nextBatch().isEmpty)
  }

  @Test func theNewestRetainedMessageTakesThePlaceOfOlder() {
    var box = BrokerOutbox()
    box.put(.init("look", [1], isRetained: true))
    box.put(.init("event", [2]))
    box.put(.init("look", [3], isRetained: true))
    #expect(box.next()?.payload == [3])
    #expect(box.next()?.payload == [2])
    #expect(box.next() == nil)
    #expect(box.bytes == 0)
  }

  @Test func eventsAllLeaveInTheirOrder() {
    var box = BrokerOutbox()
    for number in 0..<3_000 { box.put(.init("t", [UInt8(number % 251)])) }
    for number in 0..<3_000 { #expect(box.next()?.payload == [UInt8(number % 251)]) }
    #expect(box.next() == nil)
  }

  @Test func aFaultIsLoggedOnceAMinute() {
    var log = RuleFaultLog()
    let fault = RuleFault(.format, "no number")
    let second: UInt64 = 1_000_000_000
    #expect(log.line(for: fault, rule: 0, topic: "a", now: second) == "a: no number")
    for _ in 0..<5 { #expect(log.line(for: fault, rule: 0, topic: "a", now: 2 * second) == nil) }
    #expect(log.line(for: fault, rule: 1, topic: "b", now: 2 * second) == "b: no number")
    #expect(
      log.line(for: fault, rule: 0, topic: "a", now: 62 * second)
        == "a: no number (and 5 more like it)")
    #expect(log.total == 8)
  }

  @Test func manyKindsOfFaultsDoNotFloodTheLog() {
    var log = RuleFaultLog()
    let lines = (0..<1_000).compactMap {
      log.line(for: RuleFault(.format, "x"), rule: $0, topic: "t", now: 1)
    }
    #expect(lines.count == 20)
  }

  @Test func subscriptionsAskForTheHighestQoSOnce() throws {
    let filter = try #require(TopicFilter("a/+"))
    let template = try #require(NameTemplate("a.$1"))
    let table = RuleTable([
      TopicRule(filter, .set(template, .json, nil, isFed: true)),
      TopicRule(filter, .set(template, .text, nil, isFed: true), qos: 1),
    ])
    #expect(table.subscriptions() == [1: ["a/+"]])
  }

  /// Many brokers send a message once for each filter that it matches.
  @Test func whatAnotherFilterCoversIsNotAskedForUnlessThatIsRefused() throws {
    let template = try #require(NameTemplate("a"))
    let rules = try ["a/#", "a/+/x", "a", "b/+", "$share/g/a/b"].enumerated().map { index, text in
      TopicRule(
        try #require(TopicFilter(text)), .set(template, .json, nil, isFed: true),
        qos: index == 1 ? 1 : 0)
    }
    let table = RuleTable(rules)
    #expect(table.subscriptions() == [0: ["$share/g/a/b", "b/+"], 1: ["a/#"]])
    let narrow = table.subscriptions(without: ["a/#"])
    #expect(narrow == [0: ["$share/g/a/b", "a", "a/#", "b/+"], 1: ["a/+/x"]])
  }

  @Test(
    arguments: [
      (["tele/remote/#"], ["tele/+/SENSOR"], ["tele/+/#"]),
      (["tele/remote"], ["tele/+", "tele/remote/#"], ["tele/+/#"]),
      (["+/a"], ["b/+", "c/#"], ["+/#"]), (["a/b"], ["a/+", "c/+"], ["a/+", "c/+"]),
      (["a/+"], ["a/b/#", "a/b/c"], ["a/+/#"]), (["#"], ["$SYS/+"], ["#", "$SYS/+"]),
      (["x/a/+", "y/a/+"], ["+/+/b"], ["+/+/+"]),
      (["a/+"], ["b/+", "+/c/+"], ["+/c/+", "a/+", "b/+"]),
      (["$share/g/a/+"], ["+/b"], ["$share/g/a/+", "+/b"]), ([], ["a/+", "+/b"], ["+/b", "a/+"]),
    ] as [([String], [String], [String])])
  func aMessageForATriggerIsAskedForOnce(
    triggers: [String], topics: [String], asked: [String]
  ) throws {
    let table = try table(triggers, topics)
    #expect(table.subscriptions() == [0: asked])
  }

  @Test func aRefusedTopicForSeveralGivesWayToThem() throws {
    let table = try table(["tele/remote/#"], ["tele/+/SENSOR"])
    #expect(table.subscriptions(without: ["tele/+/#"]) == [0: ["tele/+/SENSOR", "tele/remote/#"]])
  }

  private func table(_ triggers: [String], _ topics: [String]) throws -> RuleTable {
    let name = try #require(NameTemplate("a"))
    let pressing = try triggers.map {
      TopicRule(try #require(TopicFilter($0)), .trigger(name, allowed: ["a"]))
    }
    let setting = try topics.map {
      TopicRule(try #require(TopicFilter($0)), .set(name, .json, nil, isFed: true))
    }
    return RuleTable(pressing + setting)
  }

  @Test func aKeyThatIsGivenUpMayBeAnothersName() throws {
    let rule = TopicRule(
      try #require(TopicFilter("z/+")),
      .set(try #require(NameTemplate("z.$1")), .json, nil, isFed: true))
    var table = RuleTable([rule])
    func isTaken(_ topic: String) -> Bool {
      let routes = Array(topic.utf8).withUnsafeBytes { table.routes(of: $0) }
      return if case .failure = routes[0].target { true } else { false }
    }
    #expect(!isTaken("z/a b"))
    #expect(isTaken("z/a_b"))
    table.release("z.a_b")
    #expect(!isTaken("z/a_b"))
  }
}
