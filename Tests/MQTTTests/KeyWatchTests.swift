import ButtonModel
import MQTTBridge
import TestSupport
import Testing

/// Keys that do not hold although the broker is there.
@Suite struct KeyWatchTests {
  private static let words = [
    "nan", "NaN", "unavailable", "Unknown", "None", "null", "  ", "n/a", "undefined",
  ]

  private static func settings(_ text: String) throws -> MQTTSettings {
    let folder = TemporaryFolder()
    return try withExtendedLifetime(folder) {
      try MQTTFile.review(folder.write(text, to: "mqtt.yaml")).settings
    }
  }

  private static func rule(_ text: String) throws -> TopicRule {
    let settings = try Self.settings("topics: [\(text)]\n")
    return try #require(settings.rules.first)
  }

  private static func reading(_ payload: String, by rule: TopicRule) throws -> PayloadReader.Reading
  {
    guard case .set(_, let format, let pointer, _) = rule.effect else {
      throw TestFailure("not a rule of keys")
    }
    return try Array(payload.utf8).withUnsafeBytes {
      try PayloadReader().reading(of: $0, as: format, at: pointer, rule.liveness)
    }
  }

  @Test(arguments: ["number", "bool"])
  func aWordForNoValueIsNone(format: String) throws {
    let plain = try Self.rule("{topic: a, key: a, format: \(format)}")
    let part = try Self.rule("{topic: a, key: a, format: \(format), pointer: /t}")
    for word in Self.words {
      let told = word.lowercased().filter { $0 != " " }
      #expect(try Self.reading(word, by: plain) == .noValue(told))
      if word == "  " { continue }
      #expect(try Self.reading(#"{"t": "\#(word)"}"#, by: part) == .noValue(told))
    }
    #expect(try Self.reading("unavailable", by: part) == .noValue("unavailable"))
    #expect(try Self.reading(#"{"u": "\"NaN", "t": NaN}"#, by: part) == .noValue("nan"))
    #expect(try Self.reading(#"{"u": NaN, "t": "1"}"#, by: part) != .noValue("nan"))
    #expect(throws: RuleFault.self) { try Self.reading(#"{"t": Na}"#, by: part) }
    #expect(try Self.reading("", by: plain) == .value(nil))
    #expect(try Self.reading("1", by: plain) != .noValue("1"))
  }

  @Test func theWordsAreTheRules() throws {
    let rule = try Self.rule("{topic: a, key: a, format: number, noValue: ['-127', Err]}")
    #expect(try Self.reading("-127", by: rule) == .noValue("-127"))
    #expect(try Self.reading("ERR", by: rule) == .noValue("err"))
    #expect(throws: RuleFault.self) { try Self.reading("nan", by: rule) }
    let text = try Self.rule("{topic: a, key: a, format: text}")
    #expect(try Self.reading("unknown", by: text) == .value(.string("unknown")))
    let none = try Self.rule("{topic: a, key: a, format: number, noValue: []}")
    #expect(throws: RuleFault.self) { try Self.reading("nan", by: none) }
  }

  @Test func whatIsLostIsSentApartAndKeepsItsValue() throws {
    var feed = KeyFeed(keeps: true, maximumKeys: 10)
    try feed.put(.init("a", .int(1)))
    try feed.put(.init("b", .int(2)))
    _ = feed.next()
    feed.succeeded()
    feed.mark("a", lostFor: "nan")
    feed.mark("absent", lostFor: "nan")
    try feed.put(.init("b", .int(3)))
    #expect(feed.next() == [.init("a", .int(1), loss: "nan")])
    feed.succeeded()
    #expect(feed.next() == [.init("b", .int(3))])
    feed.succeeded()
    feed.mark("a", lostFor: "nan")
    #expect(feed.next() == nil)
    feed.mark("a", lostFor: nil)
    #expect(feed.next() == [.init("a", .int(1))])
  }

  @Test func aKeyIsSilentAfterItsTimeAndUntilItsNextMessage() throws {
    let liveness = try Self.rule("{topic: a, key: a, silentAfter: 5s}").liveness
    var watch = KeyWatch(maximumKeys: 10)
    try watch.heard("a", nil, liveness, availability: nil, now: 1_000_000_000)
    #expect(watch.fallSilent(now: 5_999_999_999) == [])
    #expect(watch.loss(of: "a") == nil)
    #expect(watch.fallSilent(now: 6_000_000_000) == ["a"])
    #expect(watch.loss(of: "a") == "silent")
    #expect(watch.fallSilent(now: 7_000_000_000) == [])
    try watch.heard("a", nil, liveness, availability: nil, now: 8_000_000_000)
    #expect(watch.loss(of: "a") == nil)
  }

  @Test func aDeviceThatIsOfflineTakesItsKeysAlong() throws {
    let rule = try Self.rule(
      "{topic: z/+, key: z.$1, availability: {topic: z/$1/availability, pointer: /state}}")
    let topic = try #require(rule.availabilityTopic(of: "z/Living Room"))
    #expect(topic == "z/Living Room/availability")
    var watch = KeyWatch(maximumKeys: 10)
    try watch.heard("z.a", nil, rule.liveness, availability: topic, now: 0)
    try watch.heard("z.b", "nan", rule.liveness, availability: topic, now: 0)
    try watch.heard("z.c", nil, rule.liveness, availability: "z/other/availability", now: 0)
    var news = try watch.tell(topic, isOnline: true)
    #expect(news == [])
    news = try watch.tell(topic, isOnline: false)
    #expect(Set(news) == ["z.a", "z.b"])
    #expect(watch.loss(of: "z.a") == "offline")
    #expect(watch.loss(of: "z.c") == nil)
    try watch.heard("z.a", nil, rule.liveness, availability: topic, now: 1)
    #expect(watch.loss(of: "z.a") == "offline")
    news = try watch.tell(topic, isOnline: true)
    #expect(Set(news) == ["z.a", "z.b"])
    #expect(watch.loss(of: "z.a") == nil)
    #expect(watch.loss(of: "z.b") == "nan")
  }

  @Test func noMoreKeysAreWatchedThanThereIsRoomFor() throws {
    let liveness = try Self.rule("{topic: a, key: a, silentAfter: 5s}").liveness
    var watch = KeyWatch(maximumKeys: 2)
    for key in ["a", "b", "a"] as [UTF8String] {
      try watch.heard(key, nil, liveness, availability: "t", now: 0)
    }
    let fault = #expect(throws: RuleFault.self) {
      try watch.heard("c", nil, liveness, availability: "t", now: 0)
    }
    #expect(fault?.kind == .full)
    watch.forget("a")
    try watch.heard("c", "nan", liveness, availability: "t", now: 0)
    #expect(watch.loss(of: "c") == "nan")
  }

  @Test func noMoreDevicesAreOfflineThanThereIsRoomFor() throws {
    var watch = KeyWatch(maximumKeys: 2)
    for topic in ["a", "b", "a"] { _ = try watch.tell(topic, isOnline: false) }
    let fault = #expect(throws: RuleFault.self) { try watch.tell("c", isOnline: false) }
    #expect(fault?.kind == .full)
    _ = try watch.tell("a", isOnline: true)
    _ = try watch.tell("c", isOnline: false)
    let liveness = try Self.rule("{topic: a, key: a, silentAfter: 5s}").liveness
    try watch.heard("key", nil, liveness, availability: "c", now: 0)
    #expect(watch.loss(of: "key") == "offline")
  }

  @Test func theBytesOfWhatIsWatchedAreBounded() throws {
    let liveness = try Self.rule("{topic: a, key: a, silentAfter: 5s}").liveness
    var watch = KeyWatch(maximumKeys: 1_000_000)
    let most = KeyWatch.maximumBytes / 1_024
    func topic(_ index: Int) -> String {
      "\(index)/" + String(repeating: "x", count: 1_023 - "\(index)".utf8.count)
    }
    for index in 0..<most { _ = try watch.tell(topic(index), isOnline: false) }
    #expect(throws: RuleFault.self) { try watch.tell("t", isOnline: false) }
    func key(_ index: Int) -> UTF8String {
      UTF8String("k\(index)" + String(repeating: "x", count: 23 - "\(index)".utf8.count))
    }
    let device = String(repeating: "x", count: 1_000)
    for index in 0..<most {
      try watch.heard(key(index), nil, liveness, availability: device, now: 0)
    }
    #expect(throws: RuleFault.self) {
      try watch.heard("k", nil, liveness, availability: nil, now: 0)
    }
    // What is there may say something else that is as long, and nothing longer.
    try watch.heard(key(0), nil, liveness, availability: device, now: 1)
    #expect(throws: RuleFault.self) {
      try watch.heard(key(0), "nan", liveness, availability: device, now: 2)
    }
    #expect(watch.loss(of: key(0)) == nil)
  }

  @Test func whatIsSaidOfADeviceIsReadAsTheRuleSays() throws {
    let rule = try Self.rule(
      "{topic: z/+, key: z.$1, availability: {topic: z/$1/lwt, online: Online, offline: Offline}}")
    let availability = try #require(rule.liveness.availability)
    func isOnline(_ payload: String) throws -> Bool? {
      try Array(payload.utf8).withUnsafeBytes { try PayloadReader().isOnline($0, availability) }
    }
    #expect(try isOnline("Online") == true)
    #expect(try isOnline("Offline") == false)
    #expect(try isOnline("") == nil)
    #expect(throws: RuleFault.self) { try isOnline("away") }
  }

  @Test func eachTopicOfAvailabilityIsAskedForOnce() throws {
    let settings = try Self.settings(
      """
      topics:
        - {topic: z/+, key: z.$1.t, pointer: /t, availability: {topic: z/$1/availability}}
        - {topic: z/+, key: z.$1.h, pointer: /h, availability: {topic: z/$1/availability}}
      """)
    let filters = settings.withAvailability.rules.map(\.filter.text)
    #expect(filters == ["z/+", "z/+", "z/+/availability"])
  }

  @Test(arguments: [
    "{topic: a, key: a, fed: false, silentAfter: 5s}", "{topic: a, key: a, silentAfter: 5ms}",
    "{topic: a, key: a, availability: {topic: a/$1}}", "{topic: a, key: a, availability: {}}",
    "{topic: a/+, key: a, availability: {topic: a/x-$1}}",
    "{topic: a, key: a, availability: {topic: b, online: x, offline: x}}",
    "{topic: a, key: a, availability: {topic: b, pointer: x}}", "{topic: a, key: a, noValue: [1]}",
  ])
  func whatMakesNoSenseIsRefused(rule: String) {
    #expect(throws: (any Error).self) { try Self.rule(rule) }
  }

  @Test(arguments: [
    ("nan", "mqtt.nan"), ("", "mqtt.empty"), ("n/a", "mqtt.n_a"), ("größe", "mqtt.gr__e"),
  ])
  func theLeaseOfWhatIsLostSaysWhy(reason: String, lease: String) {
    #expect(MQTTSettings().lease(lostFor: reason) == lease)
  }
}
