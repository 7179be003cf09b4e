import ButtonModel
import ButtonProtocol
import JSONRPC
import TestSupport
import Testing

@testable import ButtonEngine

/// Parts of a definition that follow expressions.
@Suite struct BindingTests {
  @Test func aTitleFollowsAKey() throws {
    let rig = try Rig.watched()
    try rig.define(
      #"{"id":"b","style":"gray","configuration":{"title":{"template":"Checkout {n}"}}}"#)
    try rig.settle()
    #expect(rig.look("b")?["title"]?.string == "Checkout ")
    try rig.set(["n": .int(3)])
    try rig.settle()
    #expect(rig.look("b")?["title"]?.string == "Checkout 3")
  }

  @Test(arguments: [
    (#""configuration":{"title":{"cel":"x"}}"#, StateValue.string("A"), "title", Wire.string("A")),
    (
      #""configuration":{"baseForegroundColor":{"cel":"x"}}"#, .string("#00FF00"), "titleColor",
      .string("#00FF00FF")
    ),
    (
      #""configuration":{"background":{"strokeWidth":{"cel":"x"}}}"#, .int(4), "strokeWidth",
      .int(4)
    ),
    (
      #""configuration":{"showsActivityIndicator":{"cel":"x"}}"#, .bool(true),
      "showsActivityIndicator", .bool(true)
    ),
    (#""isSelected":{"cel":"x > 2"}"#, .int(3), "isSelected", .bool(true)),
    (#""isEnabled":{"cel":"x"}"#, .bool(false), "isEnabled", .bool(false)),
    (#""isBusy":{"cel":"x"}"#, .bool(true), "isBusy", .bool(true)),
    (#""role":{"cel":"x"}"#, .string("destructive"), "role", .string("destructive")),
    (
      #""configuration":null,"stateValues":{"title":{"normal":{"cel":"x"}}}"#, .string("A"),
      "title", .string("A")
    ),
  ])
  func everyPartFollowsItsExpression(
    part: String, value: StateValue, member: String, wanted: Wire
  ) throws {
    let rig = try Rig.watched()
    try rig.define(#"{"id":"b","style":"gray",\#(part)}"#)
    try rig.set(["x": value])
    try rig.settle()
    #expect(rig.look("b")?[member] == wanted, "\(String(describing: rig.look("b")))")
    #expect(rig.status("b") == nil)
  }

  @Test func aParameterFollowsItsExpression() throws {
    let rig = try Rig.watched(plugins: [
      FakePlugin(
        "shop",
        parameters: [
          ParameterDescriptor(
            name: "size", kind: .int(minimum: 0, maximum: 9), defaultValue: .int(1))
        ]
      ) {
        $0.set(title: "size \($0.parameters["size"].map { "\($0)" } ?? "")")
      }
    ])
    try rig.define(#"{"id":"b","style":"shop/style","parameters":{"size":{"cel":"n * 2"}}}"#)
    try rig.set(["n": .int(3)])
    try rig.settle()
    #expect(rig.look("b")?["title"]?.string == "size int(6)")
    // What the manifest does not allow leaves the declared default, and the button says so.
    try rig.set(["n": .int(30)])
    try rig.settle()
    #expect(rig.look("b")?["title"]?.string == "size int(1)")
    #expect(rig.status("b")?.reason == .expressionFailed)
    #expect(rig.status("b")?.message == "parameters.size: 60 is more than the maximum 9")
  }

  @Test func whatFailsLeavesTheLayerBelow() throws {
    let rig = try Rig.watched()
    try rig.define(
      #"""
      {"id":"b","style":"gray","configuration":{"title":{"cel":"x"},"subtitle":"Below"},
       "isEnabled":{"cel":"isOpen"}}
      """#)
    try rig.settle()
    #expect(rig.look("b")?["title"] == nil)
    #expect(rig.look("b")?["subtitle"] == .string("Below"))
    #expect(rig.look("b")?["isEnabled"] == .bool(false), "a flag is set only by true")
    let status = try #require(rig.status("b"))
    #expect(status.reason == .expressionFailed)
    #expect(status.message.hasPrefix("configuration.title: line 1, column 1: "))
    #expect(!status.isFallback && !status.isStale)
    try rig.set(["isOpen": .bool(true), "x": .int(3)])
    try rig.settle()
    #expect(
      rig.status("b")?.message == "configuration.title: title takes a text, but it is 3")
    try rig.set(["x": .string("Now")])
    try rig.settle()
    #expect(rig.look("b")?["title"]?.string == "Now")
    #expect(rig.status("b") == nil)
    // Null sets nothing, and is not a failure.
    try rig.set(["x": .null])
    try rig.settle()
    #expect(rig.look("b")?["title"] == nil)
    #expect(rig.status("b") == nil)
  }

  @Test func theStatusCountsWhatElseFails() throws {
    let rig = try Rig.watched()
    try rig.define(
      #"""
      {"id":"b","style":"gray","configuration":{"title":{"cel":"x"},"subtitle":{"cel":"y"}},
       "isEnabled":{"cel":"z"}}
      """#)
    try rig.settle()
    let first = "configuration.title: line 1, column 1: the key x is absent"
    #expect(rig.status("b")?.message == first + " (and 2 other bindings fail)")
    try rig.set(["y": .string("Below")])
    try rig.settle()
    #expect(rig.status("b")?.message == first + " (and 1 other binding fails)")
    try rig.set(["z": .bool(true)])
    try rig.settle()
    #expect(rig.status("b")?.message == first)
  }

  @Test func anExplanationNamesTheDerivedKeyThatFails() throws {
    let rig = try Rig.watched()
    func derive(_ name: String, _ text: String) throws {
      let derivation = try Derivation(.expression(UTF8String(text)))
      _ = try rig.engine.derive([DerivationChange(UTF8String(name), derivation)])
    }
    func error() throws -> String? {
      let serial = try rig.explain(rig.client(), "b", .everything, traits: Traits())
      try rig.settle()
      return try rig.explanation(serial).bindings.first?.error
    }
    try rig.define(#"{"id":"b","style":"gray","configuration":{"title":{"cel":"'' + a"}}}"#)
    try derive("a", "string(10 / n)")
    try rig.settle()
    let absent = "line 1, column 6: the key a is absent"
    #expect(try error() == absent + ", because a fails: line 1, column 13: the key n is absent")
    try rig.set(["n": .int(0)])
    try rig.settle()
    let division = "an int is divided by zero"
    #expect(try error() == absent + ", because a fails: line 1, column 11: \(division)")
    // Across a chain the first error counts, and the way to it is told.
    try derive("a", "c")
    try derive("c", "k9")
    for number in 1...9 { try derive("k\(number)", number == 1 ? "10 / n" : "k\(number - 1)") }
    try rig.settle()
    #expect(
      try error() == absent
        + ", because k1 fails (a → c → k9 → k8 → … 3 more … → k4 → k3 → k2 → k1):"
        + " line 1, column 4: \(division)")
    try rig.set(["n": .int(2)])
    try rig.settle()
    #expect(try error()?.contains("fails") == false, "'+' takes no string and int")
  }

  @Test func aPluginSeesWhatIsBound() throws {
    let rig = try Rig.watched(plugins: [FakePlugin("shop") { $0.set(title: $0.title + "!") }])
    try rig.define(
      #"{"id":"b","style":"shop/style","configuration":{"title":{"template":"{n}"}}}"#)
    try rig.set(["n": .int(1)])
    try rig.settle()
    #expect(rig.look("b")?["title"]?.string == "1!")
    try rig.set(["n": .int(2)])
    try rig.settle()
    #expect(rig.look("b")?["title"]?.string == "2!")
  }

  @Test func aPressIsRefusedAsSoonAsAnExpressionSaysSo() throws {
    let rig = try Rig.watched()
    let client = rig.client(2)
    try rig.define(#"{"id":"b","style":"gray","isEnabled":{"cel":"stock > 0"}}"#)
    try rig.set(["stock": .int(1)])
    try rig.settle()
    #expect(throws: Never.self) { try rig.press(client, "b", .began(nil)) }
    // Before the tick.
    try rig.set(["stock": .int(0)])
    #expect(throws: EngineError.disabled(isBusy: false)) { try rig.press(client, "b", .began(nil)) }
  }

  /// Also when the next change enables the button again before anything is evaluated.
  @Test(arguments: [
    #""isEnabled":{"cel":"on"}"#, #""isBusy":{"cel":"!on"}"#, #""isEnabled":{"state":"derived"}"#,
  ])
  func aPressEndsWithTheChangeThatDisables(part: String) throws {
    let rig = try Rig.watched()
    let client = rig.client(2)
    try rig.derive(["derived": "on"])
    try rig.define(
      #"{"id":"b","style":"gray",\#(part),"action":{"operations":[{"op":"toggle","key":"done"}]}}"#)
    try rig.set(["on": .bool(true)])
    try rig.settle()
    try rig.press(client, "b", .began(nil))
    try rig.set(["on": .bool(false)])
    try rig.set(["on": .bool(true)])
    let outcome = try rig.press(client, "b", .ended(nil))
    #expect(outcome == .known(.inactive, performed: nil))
    #expect(rig.value("done") == nil)
  }

  @Test func onlyReadersOfTheResultAreResolved() throws {
    let rig = try Rig.watched()
    try rig.define(#"{"id":"b","style":"gray","isSelected":{"cel":"stock < 10"}}"#)
    try rig.set(["stock": .int(50)])
    try rig.settle()
    let resolves = rig.resolves("b")
    try rig.set(["stock": .int(40)])
    try rig.settle()
    #expect(rig.resolves("b") == resolves)
    try rig.set(["stock": .int(4)])
    try rig.settle()
    #expect(rig.resolves("b") == resolves + 1)
  }

  @Test func equalTextsAreEvaluatedOnceAndForgottenWithTheLastButton() throws {
    let rig = try Rig.watched()
    for id in ["a", "b"] {
      try rig.define(
        #"{"id":"\#(id)","style":"gray","configuration":{"title":{"template":"{n}"}}}"#)
    }
    let bytes = rig.engine.derived.byteCount
    try rig.set(["n": .int(1)])
    try rig.settle()
    #expect(rig.look("a")?["title"]?.string == "1" && rig.look("b")?["title"]?.string == "1")
    _ = rig.engine.remove(.everything)
    #expect(bytes > 0)
    #expect(rig.engine.derived.byteCount == 0)
    #expect(rig.engine.derived.isEmpty)
  }

  @Test func theyAreNoDerivedKeys() throws {
    let rig = try Rig.watched()
    try rig.define(#"{"id":"b","style":"gray","configuration":{"title":{"cel":"x"}}}"#)
    #expect(rig.engine.derived.count == 0)
    #expect(rig.engine.derived.inOrder().isEmpty)
    #expect(rig.engine.derived.failureCount == 0)
  }

  @Test func aLostKeyShowsThroughABinding() throws {
    let rig = try Rig.watched()
    let feed = rig.client(3)
    try rig.define(#"{"id":"b","style":"gray","configuration":{"title":{"template":"{n}"}}}"#)
    try rig.set(["n": .int(1)], under: "feed", of: feed)
    try rig.settle()
    rig.close(feed)
    try rig.settle()
    #expect(rig.status("b")?.reason == .sourceLost)
    #expect(rig.status("b")?.keys == ["n"])
  }

  @Test(arguments: [
    (#""configuration":{"title":{"cel":"x +"}}"#, "configuration.title", "line 1, column 4"),
    (
      #""configuration":{"title":{"cel":"1 + 2"}}"#, "configuration.title",
      "makes an int, but must make a text"
    ),
    (#""isEnabled":{"cel":"'yes'"}"#, "isEnabled", "makes a string, but must make true or false"),
  ])
  func whatCanNeverWorkIsRefused(part: String, path: String, words: String) throws {
    let rig = try Rig.watched()
    do {
      try rig.define(#"{"id":"b","style":"gray",\#(part)}"#)
      Issue.record("defined")
    } catch EngineError.invalidExpression(0, path, let message, nil) {
      #expect(message.contains(words), "\(message)")
    }
    #expect(rig.engine.derived.isEmpty)
  }

  @Test func explanationsShowTheExpression() throws {
    let rig = try Rig.watched()
    try rig.define(#"{"id":"b","style":"gray","configuration":{"title":{"template":"Pay {n}"}}}"#)
    try rig.set(["n": .int(3)])
    try rig.settle()
    let serial = try rig.explain(rig.client(), "b", .everything, traits: Traits())
    try rig.settle()
    let answer = try rig.explanation(serial)
    let binding = try #require(answer.bindings.first)
    #expect(binding.path == "configuration.title")
    #expect(binding.text == .template("Pay {n}"))
    #expect(binding.value == .string("Pay 3"))
    #expect(binding.reads == [KeyReading(key: "n", revision: 2)])
    #expect(binding.steps > 0)
    let title = try #require(answer.properties.first { $0.name == "title" })
    #expect(title.winner.layer == "configuration")
    #expect(title.reads == [KeyReading(key: "n", revision: 2)])
    #expect(answer.dirty.keys == [KeyReading(key: "n", revision: 2)])
  }

  @Test(arguments: [
    (false, KeyReading(key: "a", revision: 1)), (true, KeyReading(key: "b", revision: 2)),
  ])
  func anExplanationNamesTheKeysOfTheStateThatWon(isSelected: Bool, read: KeyReading) throws {
    let rig = try Rig.watched()
    try rig.set(["a": .string("A")])
    try rig.set(["b": .string("B")])
    try rig.define(
      #"""
      {"id":"x","style":"gray","isSelected":\#(isSelected),
       "stateValues":{"title":{"normal":{"cel":"a"},"selected":{"cel":"b"}}}}
      """#)
    try rig.settle()
    let serial = try rig.explain(rig.client(), "x", .property(.title), traits: Traits())
    try rig.settle()
    let title = try #require(rig.explanation(serial).properties.first)
    #expect(title.winner.value == .string(isSelected ? "B" : "A"))
    #expect(title.reads == [read])
  }

  /// A look never shows values of two states: not of two expressions, nor of an expression and what a
  /// plugin read.
  @Test func aLookShowsOneState() throws {
    let rig = try Rig.watched(plugins: [
      FakePlugin("shop") { update in
        update.set(.subtitle, .text(UTF8String(update.read("d").map { "\($0)" } ?? "")))
      }
    ])
    try rig.derive(["d": "n * 2", "e": "d + n"])
    try rig.define(
      #"""
      {"id":"b","style":"shop/style","configuration":{"title":{"template":"{n} {d} {e}"},
       "accessibilityLabel":{"template":"{e}"}}}
      """#)
    for number in 1...scaled(1_000) {
      try rig.set(["n": .int(Int64(number))])
      if number % 3 == 0 { try rig.turn() }
      if number % 7 == 0 { try rig.settle() }
      guard let look = rig.look("b"), let title = look["title"]?.string,
        case .string(let subtitle)? = look["subtitle"]
      else { continue }
      let parts = title.split(separator: " ").compactMap { Int($0) }
      guard parts.count == 3 else { continue }
      #expect(parts[1] == parts[0] * 2 && parts[2] == parts[0] * 3)
      #expect(subtitle == "int(\(parts[1]))")
      #expect(look["accessibilityLabel"]?.string == "\(parts[2])")
    }
  }
}

extension Rig {
  /// A rig with a client that watches all buttons.
  fileprivate static func watched(plugins: [FakePlugin] = []) throws -> Rig {
    let rig = Rig(plugins: plugins)
    try rig.subscribe(rig.client())
    try rig.settle()
    return rig
  }

  /// What that client sees.
  fileprivate func look(_ id: String) -> Wire? { clients[1]?.looks[id] }

  /// Defines a button as a client would.
  fileprivate func define(_ text: String) throws {
    let parser = JSONParser()
    var reader = DefinitionReader(path: "b")
    try define(try reader.definition(try parser.parse(text)))
  }
}
