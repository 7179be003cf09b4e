import ButtonModel
import MQTTBridge
import TestSupport
import Testing

/// What `--check` says of rules that are well formed and yet not what their author wants.
@Suite(.blocking) struct ReviewTests {
  private let folder = TemporaryFolder()

  private func remarks(_ text: String) throws -> [String] {
    let path = folder.write(text, to: "mqtt.yaml")
    return try MQTTFile.review(path).remarks.map { String("\($0)".dropFirst(path.count + 1)) }
  }

  @Test func aTriggerThatCanPressNothingIsFoundWithItsLine() throws {
    let found = try remarks(
      """
      prefix: wall
      triggers:
        - topic: wall/press/+
          button: $1
          allow: till.*
      """)
    #expect(
      found == [
        "5:5: triggers[0].allow: this rule can press nothing: '$1' never makes an id that allow names. "
          + "What + stands for has no dot. Write topic: wall/press/#, or button: till.$1"
      ])
  }

  @Test(arguments: [
    ("button: till.$1, allow: till.*", "press/+"), ("button: $1, allow: 'till-?'", "press/+"),
    ("button: $1, allow: '*.pay'", "press/#"), ("button: a.$2, allow: ['a.*']", "+/+"),
    ("button: bell", "bell"), ("button: $1, allow: '*'", "press/+"),
    ("button: $1x, allow: ab*x", "press/+"), ("button: $1.b, allow: '?.b'", "+"),
  ])
  func aTriggerThatCanPressIsNotRemarked(rule: String, topic: String) throws {
    #expect(try remarks("triggers: [{topic: '\(topic)', \(rule)}]") == [])
  }

  @Test(arguments: [
    ("button: bell, allow: door", "bell"), ("button: $1, allow: 'a.b'", "+"),
    ("button: till.$1, allow: shop.*", "+"), ("button: $1.x, allow: '*.y'", "#"),
    ("button: $1, allow: ''", "+"), ("button: $1$1, allow: '?'", "+"),
  ])
  func patternsThatNothingFitsAreRemarked(rule: String, topic: String) throws {
    // An empty pattern is refused before.
    guard let found = try? remarks("triggers: [{topic: '\(topic)', \(rule)}]") else { return }
    #expect(found.count == 1 && found[0].contains("can press nothing"), "\(found)")
  }

  @Test func onePatternOfSeveralThatNothingFitsIsNamed() throws {
    let found = try remarks(
      "triggers: [{topic: press/+, button: till.$1, allow: [till.*, bell]}]")
    try #require(found.count == 1)
    #expect(found[0].contains("triggers[0].allow[1]: 'till.$1' never makes an id that 'bell'"))
  }

  @Test func aRuleThatALaterOneReplacesIsFound() throws {
    let found = try remarks(
      """
      topics:
        - {topic: home/kitchen, key: home.kitchen}
        - {topic: home/+, key: home.$1}
      """)
    try #require(found.count == 1)
    #expect(
      found[0].hasPrefix(
        "2:5: topics[0]: it never counts: topics[1] sets the same key from all of its messages"))
  }

  @Test(arguments: [
    // The special rule stands last, and counts for its topic.
    "[{topic: home/+, key: home.$1}, {topic: home/kitchen, key: home.kitchen}]",
    "[{topic: a/+, key: a.$1}, {topic: a/+, key: b.$1}]",
    "[{topic: a/+, key: a.$1}, {topic: b/+, key: a.$1}]",
    "[{topic: a/#, key: a.$1}, {topic: a/+, key: a.$1}]",
    "[{topic: a/+, key: a.$1, retained: only}, {topic: a/+, key: a.$1, retained: ignore}]",
    "[{topic: $SYS/load, key: x.load}, {topic: +/load, key: x.load}]",
  ])
  func rulesThatBothCountAreNotRemarked(rules: String) throws {
    #expect(try remarks("topics: \(rules)") == [])
  }

  @Test(arguments: [
    "[{topic: a/+, key: a.$1}, {topic: a/#, key: a.$1}]",
    "[{topic: a/b/c, key: a.b.c}, {topic: '#', key: $1}]",
    "[{topic: a, key: k, retained: only}, {topic: +, key: k}]",
  ])
  func rulesThatNeverCountAreRemarked(rules: String) throws {
    let found = try remarks("topics: \(rules)")
    #expect(found.count == 1 && found[0].contains("it never counts"), "\(found)")
  }

  @Test func aButtonThatAMessagePressesTwiceIsFound() throws {
    let found = try remarks(
      """
      triggers:
        - {topic: wall/press/+, button: till.$1, allow: till.*}
        - {topic: wall/+/pay, button: till.pay}
        - {topic: wall/bell, button: till.pay}
      """)
    try #require(found.count == 1)
    #expect(found[0].hasPrefix("3:5: triggers[1]: a message such as wall/press/pay presses"))
  }

  @Test(arguments: [
    ("press: '1', longPress: '2'", "press: '3'", false), ("press: '1'", "longPress: '1'", true),
    ("press: '1'", "qos: 0", true),
  ])
  func payloadsThatDifferPressOnce(one: String, other: String, isFound: Bool) throws {
    let found = try remarks(
      "triggers: [{topic: a, button: b, \(one)}, {topic: a, button: b, \(other)}]")
    #expect(found.count == (isFound ? 1 : 0), "\(found)")
  }

  @Test(arguments: [
    ("{topic: $share/g/tele/+, button: b}", "{topic: tele/a, key: a}", true),
    ("{topic: tele/+, button: b}", "{topic: $share/g/tele/a, key: a}", true),
    ("{topic: $share/g/tele/+, button: b}", "{topic: $share/g/tele/+, key: a}", false),
    ("{topic: $share/g/tele/+, button: b}", "{topic: stat/+, key: a}", false),
    ("{topic: tele/+, button: b}", "{topic: tele/a, key: a}", false),
  ])
  func aTriggerWhoseMessagesComeTwiceIsFound(trigger: String, topic: String, isFound: Bool) throws {
    let found = try remarks("topics: [\(topic)]\ntriggers: [\(trigger)]")
    #expect(found.count == (isFound ? 1 : 0), "\(found)")
    #expect(found.allSatisfy { $0.contains("triggers[0]: a message such as tele/a comes twice") })
  }

  @Test func aKeyThatComesBackFromItsTopicIsFound() throws {
    let found = try remarks(
      """
      topics: [{topic: shop/+, key: shop.$1}]
      keys:
        - {key: shop.open, topic: shop/open}
        - {key: shop.open, topic: shop/open/state}
      """)
    try #require(found.count == 1)
    #expect(found[0].contains("keys[0].topic: what this rule sends comes back: topics[0]"))
  }

  @Test func aPressThatComesBackFromItsTopicIsFound() throws {
    let found = try remarks(
      """
      triggers: [{topic: bell/+, button: $1, allow: door*}]
      actions:
        - {buttons: door, topic: bell/$id}
        - {buttons: door, topic: rang/$id}
        - {buttons: gate, topic: bell/$id}
      """)
    #expect(found.count == 1 && found[0].contains("actions[0].topic: what this rule sends presses"))
  }

  @Test(arguments: [
    ("fleet.a.$1", "keys under fleet"), ("clock.minute", "the clock of the daemon sets"),
  ])
  func keysThatTheDaemonSetsAreRemarked(key: String, part: String) throws {
    let found = try remarks("topics: [{topic: 'a/+', key: \(key)}]")
    #expect(found.count == 1 && found[0].contains(part), "\(found)")
  }

  @Test func keysUnderSharedPrefixesAreKnown() throws {
    let settings = try MQTTFile.review(
      folder.write(
        """
        topics:
          - {topic: a/+, key: stock.$1}
          - {topic: b, key: stock}
          - {topic: c/+, key: stocks.$1}
          - {topic: d/+, key: $1.stock}
          - {topic: e, key: stock.e, fed: false}
        """, to: "mqtt.yaml")
    ).settings
    #expect(settings.fedKeys(under: ["stock"]) == ["stock.$1", "stock"])
  }

  @Test func thousandsOfRulesAreReviewedInTime() throws {
    let rules = (0..<5_000).map { "  - {topic: a/b\($0)/+, key: a.b\($0).$1}" }
    #expect(try remarks("topics:\n" + rules.joined(separator: "\n")) == [])
  }

  @Test func theProgramWarnsAndStillSaysWhatTheFileDoes() throws {
    let path = folder.write(
      "triggers: [{topic: press/+, button: $1, allow: till.*}]", to: "mqtt.yaml")
    let done = try Program.run(
      "\(try InstalledPrefix().path)/bin/buttond-mqtt", ["--config", path, "--check"])
    #expect(done.end == .exited(0))
    #expect(
      done.output == "localhost:1883: 1 rule of topics, 0 of keys, 0 of looks, 0 of actions\n")
    #expect(
      done.error.hasPrefix("buttond-mqtt: warning: \(path):1:41: triggers[0].allow: "),
      "\(done.error)")
  }
}
