import ButtonEngine
import ButtonModel
import ButtonProtocol
import JSONRPC
import TestSupport
import Testing

@testable import ButtonService

@Suite struct LineLimitTests {
  /// A daemon whose lines have at most 64 KiB.
  private func daemon() -> MemoryDaemon {
    var limits = Limits()
    limits.maxFrameBytes = 64 << 10
    var settings = EngineSettings()
    settings.limits.maxFrameBytes = limits.maxFrameBytes
    let daemon = MemoryDaemon(settings: settings, limits: limits)
    daemon.open("a")
    return daemon
  }

  private let text = String(repeating: "x", count: 9_000)

  private func fill(_ daemon: MemoryDaemon, keys: Int) throws {
    for index in 0..<keys {
      try daemon.call("state.set", #"{"values":{"k.\#(100 + index)":"\#(text)"}}"#)
    }
  }

  @Test func stateIsReadPageByPage() throws {
    let daemon = daemon()
    try fill(daemon, keys: 40)
    var found: [String] = []
    var after = ""
    var pages = 0
    while true {
      let params = after.isEmpty ? "{}" : #"{"under":"k","after":"\#(after)"}"#
      daemon.send(
        Array(#"{"jsonrpc":"2.0","id":1,"method":"state.get","params":\#(params)}"#.utf8))
      let line = try #require(daemon.receive())
      #expect(line.count < 64 << 10)
      let result = try JSONTree(parsing: String(decoding: line, as: UTF8.self))["result"]
      guard case .object(let members)? = result?["values"] else { break }
      found += members.map(\.name)
      pages += 1
      guard let next = result?["next"]?.string else { break }
      #expect(next == members.last?.name)
      after = next
    }
    #expect(found == (0..<40).map { "k.\(100 + $0)" })
    #expect(pages > 5)
  }

  @Test(arguments: [
    ("buttons.define", "buttons", #"[{"id":"a","style":"plain"},{"id":"b","style":"plain"}]"#),
    ("groups.define", "groups", #"[{"id":"a"},{"id":"b"}]"#),
    ("state.derive", "keys", #"{"d.a":"1","d.b":"2"}"#),
  ])
  func aRequestMakesALimitedNumberOfDefinitions(
    method: String, name: String, definitions: String
  ) throws {
    for (most, isRefused) in [(1, true), (2, false)] {
      var limits = Limits()
      limits.requestDefinitions = most
      let daemon = MemoryDaemon(settings: EngineSettings(), limits: limits)
      daemon.open("a")
      let before = daemon.service.engine.revision
      let answer = try #require(
        try daemon.call(method, "{\"\(name)\":\(definitions)}"))
      #expect((answer["data"]?["limit"]?.string == "requestDefinitions") == isRefused)
      #expect((daemon.service.engine.revision == before) == isRefused)
    }
  }

  @Test(arguments: ["buttons", "groups"])
  func aRequestRemovesALimitedNumberOfDefinitions(kind: String) throws {
    var limits = Limits()
    limits.requestDefinitions = 2
    let daemon = MemoryDaemon(settings: EngineSettings(), limits: limits)
    daemon.open("a")
    let style = kind == "buttons" ? #","style":"plain""# : ""
    let definitions = #"[{"id":"a"\#(style)},{"id":"b"\#(style)}]"#
    try daemon.call("\(kind).define", #"{"\#(kind)":\#(definitions)}"#)
    let refused = try daemon.call("\(kind).remove", #"{"ids":["a","b","c"]}"#)
    #expect(refused?["data"]?["limit"]?.string == "requestDefinitions")
    let removed = try daemon.call("\(kind).remove", #"{"ids":["a","b"]}"#)
    #expect(removed?["removed"]?.text == #"["a","b"]"#)
  }

  @Test func aLineHasALimitedNumberOfExpressions() throws {
    var limits = Limits()
    limits.lineExpressions = 2_000
    let daemon = MemoryDaemon(settings: EngineSettings(), limits: limits)
    daemon.open("a")
    func derive(_ count: Int) throws -> JSONTree? {
      let keys = (0..<count).map { #""d.k\#($0)":"1 + \#($0)""# }.joined(separator: ",")
      return try daemon.call("state.derive", "{\"keys\":{\(keys)}}")
    }
    let refused = try derive(2_001)
    #expect(refused?["data"]?["limit"]?.string == "lineExpressions")
    #expect(daemon.service.engine.revision == 0)
    #expect(try derive(2_000) == nil, "its expressions are compiled over turns")
    for _ in 0..<100 where daemon.service.engine.revision == 0 { daemon.turn() }
    #expect(daemon.service.engine.revision > 0)
  }

  @Test func anExpressionThatReadsManyKeysCountsAsSeveral() throws {
    var limits = Limits()
    limits.lineExpressions = 20
    let daemon = MemoryDaemon(settings: EngineSettings(), limits: limits)
    daemon.open("a")
    let sum = (0..<32).map { "k\($0)" }.joined(separator: "+")
    // The rest of the line is white space.
    let space = String(repeating: " ", count: 20_000)
    func derive(_ count: Int) throws -> JSONTree? {
      let keys = (0..<count).map { #""d.k\#($0)":"\#(sum)+\#($0)""# }.joined(separator: ",")
      return try daemon.call("state.derive", "{\"keys\":{\(keys)}\(space)}")
    }
    // Three each.
    #expect(try derive(7)?["data"]?["limit"]?.string == "lineExpressions")
    #expect(try derive(6)?["revision"] != nil)
  }

  @Test func buttonsAreListedPageByPage() throws {
    let daemon = daemon()
    let group = String(repeating: "g", count: 128)
    for start in stride(from: 0, to: 600, by: 100) {
      let buttons = (start..<start + 100).map {
        #"{"id":"b\#(1_000 + $0)","style":"plain","group":"\#(group)"}"#
      }
      try daemon.call("buttons.define", #"{"buttons":[\#(buttons.joined(separator: ","))]}"#)
    }
    var found: [String] = []
    var after: String?
    repeat {
      let params = after.map { #"{"after":"\#($0)"}"# } ?? "{}"
      let result = try daemon.call("buttons.list", params)
      found += (result?["buttons"]?.elements ?? []).compactMap { $0["id"]?.string }
      after = result?["next"]?.string
    } while after != nil
    #expect(found == (0..<600).map { "b\(1_000 + $0)" })
  }

  @Test func anAnswerLongerThanALineIsAnErrorThatSaysWhatWasDone() throws {
    let daemon = daemon()
    try fill(daemon, keys: 10)
    let operations = (0..<10).map {
      #"{"op":"set","key":"k.\#(100 + $0)","value":"\#($0)\#(text)"}"#
    }
    let revision = daemon.engine.revision
    let error = try daemon.call(
      "state.update", #"{"operations":[\#(operations.joined(separator: ","))]}"#)
    #expect(error?["data"]?["reason"]?.string == "limitExceeded")
    #expect(error?["data"]?["limit"]?.string == "maxFrameBytes")
    #expect(error?["data"]?["applied"] == .bool(true))
    #expect(daemon.engine.revision == revision + 1)
  }

  @Test func aSubscriptionToMoreStateThanALineTakesBeginsInParts() throws {
    let daemon = daemon()
    try fill(daemon, keys: 20)
    daemon.send(Array(#"{"jsonrpc":"2.0","id":1,"method":"state.subscribe"}"#.utf8))
    var found: [String] = []
    var isMore = true
    var parts = 0
    while isMore {
      let line = try #require(daemon.receive())
      #expect(line.count < 64 << 10)
      let message = try JSONTree(parsing: String(decoding: line, as: UTF8.self))
      let body = try #require(message["result"] ?? message["params"])
      if case .object(let members)? = body["values"] { found += members.map(\.name) }
      isMore = body["more"] == .bool(true)
      parts += 1
    }
    #expect(found == (0..<20).map { "k.\(100 + $0)" })
    #expect(parts > 2)
    #expect(daemon.waiting() == 0)
  }

  /// Each of several sizes, so that the first part fills its line to the last byte now and then.
  @Test(arguments: 1...24)
  func aSubscriptionToManySmallValuesBeginsInParts(_ length: Int) throws {
    let daemon = daemon()
    let value = String(repeating: "x", count: length)
    let keys = (0..<4_000).map { "k.\(1_000 + $0)" }
    for start in stride(from: 0, to: keys.count, by: 500) {
      let members = keys[start..<start + 500].map { "\"\($0)\":\"\(value)\"" }
      try daemon.call("state.set", #"{"values":{\#(members.joined(separator: ","))}}"#)
    }
    daemon.send(Array(#"{"jsonrpc":"2.0","id":1,"method":"state.subscribe"}"#.utf8))
    var found: [String] = []
    var isFirst = true
    while let line = daemon.receive() {
      #expect(line.count < 64 << 10)
      let message = try JSONTree(parsing: String(decoding: line, as: UTF8.self))
      let part = try #require(message[isFirst ? "result" : "params"], "\(message)")
      isFirst = false
      guard case .object(let members)? = part["values"] else { break }
      found += members.map(\.name)
      if part["more"] == nil { break }
    }
    #expect(found.sorted() == keys)
  }

  @Test func aBatchsAnswersStayWithinALine() throws {
    let daemon = daemon()
    try fill(daemon, keys: 6)
    let requests = (0..<5).map { #"{"jsonrpc":"2.0","id":\#($0),"method":"state.get"}"# }
    daemon.send(Array("[\(requests.joined(separator: ","))]".utf8))
    let line = try #require(daemon.receive())
    #expect(line.count <= 64 << 10)
    let answers = try JSONTree(parsing: String(decoding: line, as: UTF8.self)).elements
    #expect(answers.compactMap { $0["id"]?.int } == [0, 1, 2, 3, 4])
    #expect(answers[0]["result"] != nil)
    for answer in answers.dropFirst() {
      #expect(answer["error"]?["data"]?["limit"]?.string == "maxFrameBytes")
    }
  }

  @Test func linesForThoseWhoAreTurnedAwayNameTheReason() throws {
    let daemon = daemon()
    func reason(_ write: (inout JSONWriter) -> Void) throws -> (JSONTree?, JSONTree?) {
      var output = JSONWriter()
      write(&output)
      #expect(output.string.hasSuffix("\n"))
      let line = try JSONTree(parsing: String(output.string.dropLast()))
      return (line["id"], line["error"]?["code"])
    }
    #expect(try reason { daemon.service.refuseTooLongLine(into: &$0) } == (.null, .int(-32600)))
    #expect(try reason { Service.refuseStranger(into: &$0) } == (.null, .int(-32003)))
    #expect(try reason { daemon.service.refuseConnection(into: &$0) } == (.null, .int(-32005)))
  }
}
