import ButtonModel
import JSONRPC
import MQTTBridge
import TestSupport
import Testing

@Suite struct RuleTests {
  @Test(arguments: [
    ("home/+/temperature", "home/kitchen/temperature", ["kitchen"]),
    ("home/+/temperature", "home/kitchen/humidity", nil),
    ("home/+/temperature", "home/a/b/temperature", nil),
    ("home/+/temperature", "home//temperature", [""]),
    ("+/+", "a/b", ["a", "b"]),
    ("+", "/a", nil),
    ("/+", "/a", ["a"]),
    ("home/#", "home/a/b", ["a/b"]),
    ("home/#", "home", [""]),
    ("home/#", "homes/a", nil),
    ("#", "a/b", ["a/b"]),
    ("#", "$SYS/load", nil),
    ("+/load", "$SYS/load", nil),
    ("$SYS/#", "$SYS/load", ["load"]),
    ("a", "a", []), ("a", "b", nil), ("a", "a/", nil),
    ("$share/tills/home/+", "home/a", ["a"]), ("$share/tills/#", "$SYS/load", nil),
  ])
  func filtersMatchAsMQTTSays(filter: String, topic: String, captures: [String]?) throws {
    #expect(try #require(TopicFilter(filter)).captures(in: topic) == captures)
  }

  @Test(arguments: [
    "", "a/#/b", "a+/b", "a/b#", "##", "a\u{0}b", "a\nb", "$share/tills", "$share//a", "$share/+/a",
  ])
  func whatIsNoFilterIsRefused(text: String) { #expect(TopicFilter(text) == nil) }

  @Test(arguments: [
    ("home.$1.t", ["kitchen"], "home.kitchen.t"), ("$2.$1", ["a", "b"], "b.a"),
    ("all.$1", ["a/b"], "all.a.b"), ("fixed", [], "fixed"),
  ])
  func namesAreMadeOfCaptures(template: String, captures: [String], name: String) throws {
    #expect(try #require(NameTemplate(template)).name(captures) == name)
  }

  @Test(arguments: ["a.$", "a.$0", "$x"])
  func aDollarWithoutANumberIsRefused(text: String) { #expect(NameTemplate(text) == nil) }

  @Test(arguments: [
    ("kitchen", "kitchen"), ("hall-1_A", "hall-1_A"), ("Living Room Lamp", "Living_Room_Lamp"),
    ("Küche", "Kueche"), ("Ku\u{308}che", "Kueche"), ("hall.lamp", "hall_lamp"), ("a.b", "a_b"),
    ("Büro 2. OG", "Buero_2_OG"), ("Straße (Süd)", "Strasse_Sued"), ("a$b", "a_b"), ("é", "e"),
    ("Łóżko", "Lozko"), ("日本", "u65e5u672c"), ("  x ", "x"),
  ])
  func namesOfPeopleBecomeNamesOfKeys(capture: String, part: String) throws {
    let rule = TopicRule(
      try #require(TopicFilter("home/+/t")),
      .set(try #require(NameTemplate("home.$1.t")), .json, nil, isFed: true))
    let target = try rule.target(of: "home/\(capture)/t")?.get()
    #expect(target == .key(UTF8String("home.\(part).t"), .json, nil, isFed: true))
  }

  @Test(arguments: ["", "...", " "])
  func aCaptureWithoutALetterIsRefused(capture: String) throws {
    let rule = TopicRule(
      try #require(TopicFilter("home/+/t")),
      .set(try #require(NameTemplate("home.$1.t")), .json, nil, isFed: true))
    guard case .failure(let fault)? = rule.target(of: "home/\(capture)/t") else {
      Issue.record("\(capture) makes a key")
      return
    }
    #expect(fault.kind == .name)
  }

  @Test func aKeyIsMadeOfOneNameAlone() throws {
    let filter = try #require(TopicFilter("home/+/+"))
    let template = try #require(NameTemplate("home.$1"))
    var table = RuleTable([TopicRule(filter, .set(template, .json, nil, isFed: true))])
    func isTaken(_ topic: String) -> Bool {
      let route = Array(topic.utf8).withUnsafeBytes { table.routes(of: $0).first }
      guard case .success? = route?.target else { return false }
      return true
    }
    #expect(isTaken("home/hall.lamp/a"))
    #expect(isTaken("home/hall.lamp/b"))
    #expect(!isTaken("home/hall lamp/a"))
    #expect(!isTaken("home/hall_lamp/a"))
    #expect(isTaken("home/hall/a"))
  }

  @Test func aTopicPressesOnlyWhatTheRuleAllows() throws {
    let rule = TopicRule(
      try #require(TopicFilter("press/+")),
      .trigger(try #require(NameTemplate("$1")), allowed: ["till-*", "bell"]))
    #expect(try rule.target(of: "press/till-1")?.get() == .button("till-1"))
    #expect(try rule.target(of: "press/bell")?.get() == .button("bell"))
    #expect(throws: RuleFault.self) { try rule.target(of: "press/alarm")?.get() }
  }

  @Test(arguments: [
    (#"{"a":{"b":[1,2]}}"#, "/a/b/1", "2"), (#"{"a/b":1,"~":2}"#, "/a~1b", "1"),
    (#"{"a/b":1,"~":2}"#, "/~0", "2"), (#"[5]"#, "/0", "5"), (#"[5]"#, "/1", nil),
    (#"[5]"#, "/00", nil), (#"{"":7}"#, "/", "7"), (#"3"#, "", "3"), (#"{"a":1}"#, "/b", nil),
  ])
  func pointersLeadWhereTheStandardSays(json: String, pointer: String, found: String?) throws {
    let parser = JSONParser()
    let root = try parser.parse(json)
    let value = try #require(JSONPointer(pointer)).value(in: root)
    #expect(value.map { JSONTree($0).text } == found)
  }

  @Test(arguments: ["a", "/~", "/~2"])
  func whatIsNoPointerIsRefused(text: String) { #expect(JSONPointer(text) == nil) }

  @Test(arguments: [
    ("21.5", PayloadFormat.json, "", StateValue.double(21.5)), ("7", .number, "", .int(7)),
    (" -3\n", .number, "", .int(-3)), ("08", .number, "", .int(8)),
    (#"{"t":".5"}"#, .number, "/t", .double(0.5)), ("ON", .bool, "", .bool(true)),
    ("0", .bool, "", .bool(false)), ("hello", .text, "", .string("hello")),
    (#"{"b":1,"a":2}"#, .json, "", .json(#"{"a":2,"b":1}"#)),
    (#"{"state":"ON"}"#, .bool, "/state", .bool(true)),
    (#"{"t":"20.5"}"#, .number, "/t", .double(20.5)), (#"{"t":20}"#, .text, "/t", .string("20")),
    (#"{"t":true}"#, .bool, "/t", .bool(true)),
    (#"{"battery_ok":1}"#, .bool, "/battery_ok", .bool(true)),
  ])
  func payloadsBecomeValues(
    payload: String, format: PayloadFormat, pointer: String, value: StateValue
  ) throws {
    #expect(try read(payload, format, pointer) == value)
  }

  @Test(arguments: ["", "null"])
  func anEmptyPayloadRemovesTheKey(payload: String) throws {
    #expect(try read(payload, .json, "") == nil)
  }

  @Test(arguments: [
    ("ON", PayloadFormat.json, "", RuleFault.Kind.syntax), ("{", .json, "", .syntax),
    ("warm", .number, "", .format), ("", .number, "/t", .format), ("maybe", .bool, "", .format),
    (#"{"t":1}"#, .json, "/u", .pointer), (#"{"t":[1]}"#, .number, "/t", .format),
    (String(repeating: "x", count: 70_000), .text, "", .tooLong),
    (String(repeating: "x", count: 300_000), .text, "", .tooLong), ("1e999", .json, "", .format),
  ])
  func aWrongPayloadIsAFault(
    payload: String, format: PayloadFormat, pointer: String, kind: RuleFault.Kind
  ) throws {
    if payload.isEmpty { return #expect(try read(payload, format, pointer) == nil) }
    do {
      let value = try read(payload, format, pointer)
      Issue.record("it became \(String(describing: value))")
    } catch let fault as RuleFault {
      #expect(fault.kind == kind)
    }
  }

  @Test func aNumberOutsideItsRangeIsAFault() throws {
    func limited(_ payload: String) throws -> PayloadReader.Reading {
      try Array(payload.utf8).withUnsafeBytes {
        try PayloadReader().reading(of: $0, as: .number, at: nil, in: -5...30)
      }
    }
    #expect(try limited("-5") == .value(.int(-5)))
    #expect(try limited("30.0") == .value(.double(30)))
    #expect(try limited("") == .value(nil))
    for payload in ["-6", "30.1"] {
      let fault = #expect(throws: RuleFault.self) { try limited(payload) }
      #expect(fault?.description == "'\(payload)' is not from -5.0 to 30.0")
    }
  }

  private static let remote = CommandWords(
    [
      "single": .press(nil), "hold": .press(.longPress), "twice": .press(.doublePress),
      "large": .choose("large"),
    ], at: JSONPointer("/action"))

  @Test(
    arguments: [
      (#"{"action":"single"}"#, ButtonCommand.press(nil)),
      (#"{"action":"hold"}"#, .press(.longPress)), (#"{"action":"twice"}"#, .press(.doublePress)),
      (#"{"action":"large"}"#, .choose("large")), (#"{"action":"Hold"}"#, nil),
      (#"{"action":""}"#, nil), (#"{"action":null}"#, nil), (#"{"battery":90}"#, nil), ("", nil),
    ] as [(String, ButtonCommand?)])
  func payloadsSayWhatToDoWithAButton(payload: String, command: ButtonCommand?) throws {
    #expect(try self.command(of: payload, by: Self.remote) == command)
  }

  @Test func withoutWordsEveryPayloadPresses() throws {
    for payload in ["", "x", "{"] {
      #expect(try command(of: payload, by: CommandWords()) == .press(nil))
    }
    #expect(throws: RuleFault.self) { try command(of: "{", by: Self.remote) }
  }

  private func command(of payload: String, by words: CommandWords) throws -> ButtonCommand? {
    try Array(payload.utf8).withUnsafeBytes { try PayloadReader().command(of: $0, by: words) }
  }

  @Test(
    arguments: [
      ("TOGGLE", #"{"id":"a"}"#, "TOGGLE"), ("", #"{"id":"a"}"#, ""),
      ("$payload", #"{"id":"a","payload":"ON"}"#, "ON"),
      ("$payload", #"{"id":"a","payload":{"state":"ON"}}"#, #"{"state":"ON"}"#),
      (#"{"to": "$payload", "of": "$id"}"#, #"{"id":"a","payload":1}"#, #"{"to": "1", "of": "a"}"#),
      ("$id/$name/$item", #"{"id":"a","name":"n","item":"i"}"#, "a/n/i"),
      ("5 $ for $id$", #"{"id":"a"}"#, "5 $ for a$"),
      ("$payload", #"{"id":"a"}"#, nil), ("$id: $item", #"{"id":"a"}"#, nil),
      (
        nil, #"{"subscription":"s","id":"a","name":"n"}"#,
        #"{"event_type":"press","id":"a","name":"n"}"#
      ),
    ] as [(String?, String, String?)])
  func anActionIsSentAsItsRuleSays(payload: String?, action: String, sent: String?) throws {
    let folder = TemporaryFolder()
    let text = payload.map { ", payload: '\($0)'" } ?? ""
    let settings = try MQTTFile.review(
      folder.write("actions: [{topic: t\(text)}]", to: "mqtt.yaml")
    ).settings
    let rule = try #require(settings.actions.first)
    let parser = JSONParser()
    let bytes = rule.payload(of: try parser.parse(action))
    withExtendedLifetime(parser) {}
    #expect(bytes.map { String(decoding: $0, as: UTF8.self) } == sent)
  }

  @Test func textThatIsNoUTF8IsAFault() {
    #expect(throws: RuleFault.self) {
      try [UInt8]([0xFF, 0xFE]).withUnsafeBytes {
        try PayloadReader().reading(of: $0, as: .text, at: nil)
      }
    }
  }

  @Test(arguments: [
    (PayloadStyle.text, StateValue.string("a"), "a"), (.json, .string("a"), #""a""#),
    (.onOff, .bool(true), "ON"), (.onOff, .int(3), "3"), (.text, .bool(false), "false"),
    (.text, .json("[1]"), "[1]"),
  ])
  func valuesBecomePayloads(style: PayloadStyle, value: StateValue, payload: String) {
    #expect(String(decoding: style.payload(value), as: UTF8.self) == payload)
  }

  private func read(
    _ payload: String, _ format: PayloadFormat, _ pointer: String
  ) throws -> StateValue? {
    let reading = try Array(payload.utf8).withUnsafeBytes {
      try PayloadReader().reading(
        of: $0, as: format, at: pointer.isEmpty ? nil : JSONPointer(pointer))
    }
    guard case .value(let value) = reading else { throw TestFailure("\(reading)") }
    return value
  }
}
