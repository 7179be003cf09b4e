import ButtonEngine
import ButtonModel
import ButtonProtocol
import JSONRPC
import Testing

/// How a button came to look as it does.
@Suite struct ExplainTests {
  /// A style and a handler of one plugin: the handler reads a key and overrides the style's title.
  private static var shop: FakePlugin {
    FakePlugin("shop") { update in
      if update.entry == "style" {
        update.set(title: "Style")
        update.set(.subtitle, .text("of the style"))
        update.set(extra: "x-com.example.glow", .int(1))
        return
      }
      let count = update.read("n").map { "\($0)" } ?? "none"
      update.set(title: "Handler \(count)")
      update.set(extra: "x-com.example.glow", .int(2))
    }
  }

  private static func explain(
    _ rig: Rig, _ id: UTF8String, _ subject: ExplainRequest.Subject = .everything,
    traits: Traits = Traits()
  ) throws -> ButtonsExplainResponse {
    let serial = try rig.explain(rig.client(), id, subject, traits: traits)
    try rig.settle()
    return try rig.explanation(serial)
  }

  private static func property(
    _ answer: ButtonsExplainResponse, _ name: String
  ) throws -> PropertyExplanation {
    try #require(answer.properties.first { $0.name == name })
  }

  @Test func styleAndHandlerOfOnePluginAreToldApart() throws {
    let rig = Rig(plugins: [Self.shop])
    try rig.set(["n": .int(1)])
    try rig.define(.make("pay", "shop/style", handler: "shop/handler", title: "Stored"))
    try rig.settle()
    let resolves = rig.resolves("pay")

    let answer = try Self.explain(rig, "pay")

    let title = try Self.property(answer, "title")
    #expect(title.winner.layer == "handler")
    #expect(title.winner.plugin == "com.example.shop")
    #expect(title.losing.map(\.layer) == ["style", "configuration"])
    #expect(title.losing.map(\.value) == [.string("Style"), .string("Stored")])
    #expect(title.reads == [KeyReading(key: "n", revision: 1)])
    #expect(try Self.property(answer, "subtitle").winner.layer == "style")
    let glow = try Self.property(answer, "x-com.example.glow")
    #expect(glow.winner.layer == "handler")
    #expect(glow.losing.map(\.value) == [.int(1)])
    #expect(answer.plugins.count == 1)
    #expect(answer.plugins.first?.style == "style")
    #expect(answer.plugins.first?.handler == "handler")
    #expect(answer.plugins.first?.isUndivided == false)
    #expect(rig.resolves("pay") == resolves, "an explanation is not a pass of the button")
    #expect(rig.violations.isEmpty)
  }

  @Test func aWorkerThatDoesNotAnswerIsNotWaitedForWithoutEnd() throws {
    let rig = Rig(plugins: [Self.shop])
    try rig.define(.make("pay", "shop/style", handler: "shop/handler"))
    try rig.settle()
    let client = rig.client()
    let serial = try rig.explain(client, "pay", .property(.title))
    try rig.turn()
    #expect(client.answers[serial] == nil, "the worker was asked")
    rig.workers[0].crash(rig.engine, now: rig.now)
    try rig.turn()
    let answer = try rig.explanation(serial)
    #expect(answer.plugins.first?.isUndivided == true)
    #expect(try Self.property(answer, "title").winner.layer == "handler")
  }

  @Test func buttonsAreResolvedWhileAnExplanationWaits() throws {
    let rig = Rig(plugins: [Self.shop])
    try rig.define(.make("pay", "shop/style", handler: "shop/handler"))
    let client = rig.client()
    try rig.subscribe(client)
    try rig.settle()
    let serial = try rig.explain(client, "pay")
    try rig.turn()
    try rig.set(["n": .int(7)])
    try rig.settle()
    #expect(client.title("pay") == "Handler int(7)")
    _ = try rig.explanation(serial)
    #expect(client.complaints.isEmpty)
  }

  @Test func aSyncComesBehindTheExplanationsThatWereAskedForBefore() throws {
    let rig = Rig(plugins: [Self.shop])
    try rig.define(.make("pay", "shop/style", handler: "shop/handler"))
    try rig.settle()
    let client = rig.client()
    let explanation = try rig.explain(client, "pay")
    let sync = rig.sync(client)
    try rig.turn()
    try rig.turn()
    #expect(client.answers[explanation] == nil && client.answers[sync] == nil)
    try rig.settle()
    #expect(client.answers[explanation] != nil && client.answers[sync] != nil)
  }

  @Test func aConnectionThatGoesTakesItsExplanationsAlong() throws {
    let rig = Rig(plugins: [Self.shop])
    try rig.define(.make("pay", "shop/style", handler: "shop/handler"))
    try rig.settle()
    let client = rig.client()
    let serial = try rig.explain(client, "pay", traits: Traits(userInterfaceStyle: .dark))
    try rig.turn()
    rig.engine.connectionClosed(client.connection)
    try rig.settle()
    #expect(client.answers[serial] == nil)
  }

  @Test func whatMadeAButtonDirtyIsTold() throws {
    let rig = Rig(plugins: [Self.shop])
    rig.engine.setTheme([("a.b", .int(1))])
    var definition = ButtonDefinition.make("pay", handler: "shop/handler", enabledBy: "open")
    definition.action = nil
    try rig.set(["open": .bool(true)])
    try rig.settle()
    try rig.define(definition)
    #expect(try Self.explain(rig, "pay").dirty.causes == ["definition"])

    let revision = try rig.set(["n": .int(2), "other": .int(1)])
    let dirty = try Self.explain(rig, "pay").dirty
    #expect(dirty.causes == ["state"])
    #expect(dirty.keys == [KeyReading(key: "n", revision: revision)])

    _ = rig.engine.setNeedsUpdateConfiguration(.everything)
    #expect(try Self.explain(rig, "pay").dirty.causes == ["request"])
    #expect(try Self.explain(rig, "pay").dirty.keys == [])

    try rig.press(rig.client(), "pay", .began(nil))
    let both = try rig.set(["open": .string("no")])
    let last = try Self.explain(rig, "pay").dirty
    #expect(last.causes.contains("state"))
    #expect(last.keys == [KeyReading(key: "open", revision: both)])

    rig.engine.updateRequested(rig.workers[0].lane, handle: 0)
    #expect(try Self.explain(rig, "pay").dirty.causes == ["plugin"])
    rig.workers[0].crash(rig.engine, now: rig.now)
    rig.workers[0].start(rig.engine, now: rig.now)
    #expect(try Self.explain(rig, "pay").dirty.causes == ["worker"])
  }

  @Test func aTokenOfTheThemeIsTold() throws {
    let rig = Rig(plugins: [
      FakePlugin("shop") { update in update.set(title: update.theme("a.b").map { "\($0)" } ?? "") }
    ])
    rig.engine.setTheme([("a.b", .int(1))])
    try rig.define(.make("pay", "shop/style"))
    try rig.settle()
    rig.engine.setTheme([("a.b", .int(2))])
    let answer = try Self.explain(rig, "pay")
    #expect(answer.dirty.causes == ["theme"])
    #expect(answer.dirty.keys == [KeyReading(token: "a.b")])
    #expect(answer.plugins.first?.reads == [KeyReading(token: "a.b")])
  }

  @Test func aHandlerOfAnotherPluginIsALayerOfItsOwn() throws {
    let rig = Rig(plugins: [
      FakePlugin("one") { $0.set(title: "one") }, FakePlugin("two") { $0.set(title: "two") },
    ])
    try rig.define(.make("pay", "one/style", handler: "two/handler"))
    let answer = try Self.explain(rig, "pay", .property(.title))
    #expect(answer.plugins.map(\.plugin) == ["com.example.one", "com.example.two"])
    #expect(answer.properties.count == 1)
    let title = try Self.property(answer, "title")
    #expect(title.winner.plugin == "com.example.two")
    #expect(title.losing.map(\.plugin) == ["com.example.one"])
    #expect(title.losing.map(\.layer) == ["style"])
  }

  @Test func anExplanationFollowsTheTraitsThatItIsAskedFor() throws {
    let rig = Rig(plugins: [
      FakePlugin("shop") { update in
        update.set(title: update.userInterfaceStyle == .dark ? "dark" : "light")
      }
    ])
    try rig.define(.make("pay", "shop/style"))
    let dark = try Self.explain(
      rig, "pay", .property(.title), traits: Traits(userInterfaceStyle: .dark))
    #expect(try Self.property(dark, "title").winner.value == .string("dark"))
    #expect(dark.plugins.first?.readsTraits == true)
    let light = try Self.explain(rig, "pay", .property(.title))
    #expect(try Self.property(light, "title").winner.value == .string("light"))
  }

  @Test func aButtonWhosePluginIsMissingSaysSo() throws {
    let rig = Rig()
    _ = try rig.engine.define([.make("pay", "gone/style", title: "Pay")], isFromFile: true)
    let answer = try Self.explain(rig, "pay")
    #expect(answer.status?.reason == "pluginMissing")
    #expect(try Self.property(answer, "backgroundColor").winner.layer == "fallback")
    #expect(try Self.property(answer, "title").winner.layer == "configuration")
  }

  @Test func anUnknownButtonIsRefusedAndOneThatGoesMeanwhileAnsweredSo() throws {
    let rig = Rig(plugins: [Self.shop])
    #expect(throws: EngineError.self) { try rig.explain(rig.client(), "nobody") }
    try rig.define(.make("pay", "shop/style"))
    let client = rig.client()
    let serial = try rig.explain(client, "pay")
    _ = rig.engine.remove(Match(ids: ["pay"]))
    try rig.settle(within: 3_000_000_000)
    guard case .failure(.notFound(let kind, _, _, _))? = client.answers[serial] else {
      Issue.record("answered with \(String(describing: client.answers[serial]))")
      return
    }
    #expect(kind == "button")
  }

  @Test func longTextsAndManyReadsStayBounded() throws {
    let rig = Rig(plugins: [
      FakePlugin("shop") { update in
        for number in 0..<100 { _ = update.read("k\(number)") }
        update.set(.subtitle, .text("read"))
      }
    ])
    try rig.define(.make("pay", "shop/style", title: String(repeating: "ä", count: 30_000)))
    let answer = try Self.explain(rig, "pay")
    let title = try Self.property(answer, "title")
    #expect(try Self.property(answer, "subtitle").reads.count == PropertyExplanation.maximumReads)
    #expect(answer.plugins.first?.reads.count == 100)
    guard case .string(let text)? = title.winner.value else {
      Issue.record("no title")
      return
    }
    #expect(text.bytes.count <= 4_100)
    #expect(text.string.hasSuffix("ä…"))
  }
}

extension Rig {
  /// Asks for an explanation; the answer comes with one of the next turns. Returns the serial.
  @discardableResult
  func explain(
    _ client: FakeClient, _ id: UTF8String, _ subject: ExplainRequest.Subject = .everything,
    traits: Traits = Traits()
  ) throws -> UInt64 {
    let ticket = ticket(client)
    try engine.explain(
      ExplainRequest(id: id, subject: subject, traits: traits), ticket: ticket, now: now)
    return ticket.serial
  }

  /// The answer to it.
  func explanation(_ serial: UInt64) throws -> ButtonsExplainResponse {
    let parser = JSONParser()
    defer { withExtendedLifetime(parser) {} }
    let text = try #require(client().answerTexts[serial])
    let element = try text.withUnsafeBytes { try parser.parse(copying: $0) }
    return try ButtonsExplainResponse(json: element)
  }
}
