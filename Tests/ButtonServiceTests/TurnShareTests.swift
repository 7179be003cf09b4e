import ButtonEngine
import ButtonModel
import ButtonProtocol
import TestSupport
import Testing

@testable import ButtonService

/// What one connection asks for holds up no other: it has a share of each turn.
@Suite struct TurnShareTests {
  /// A daemon with so many buttons and two clients, and what it says about reading from them.
  private final class Shared {
    let daemon = MemoryDaemon()
    var accepting: [Bool] = []

    init(buttons: Int, keys: Int = 0) throws {
      daemon.open("a")
      daemon.open("b")
      daemon.service.setAccepting = { [unowned self] _, isAccepting in
        accepting.append(isAccepting)
      }
      for start in stride(from: 0, to: buttons, by: 500) {
        let definitions = (start..<min(buttons, start + 500)).map {
          #"{"id":"b\#(10_000 + $0)","style":"plain"}"#
        }
        let answer = try daemon.call(
          "buttons.define", #"{"buttons":[\#(definitions.joined(separator: ","))]}"#)
        try #require(answer?["revision"] != nil)
      }
      for start in stride(from: 0, to: keys, by: 1_000) {
        let values = (start..<start + 1_000).map { #""many.\#($0)":1"# }
        let answer = try daemon.call(
          "state.set", #"{"values":{\#(values.joined(separator: ","))}}"#)
        try #require(answer?["revision"] != nil)
      }
      while daemon.waiting() > 0 { _ = daemon.receive() }
      daemon.turn()
      accepting = []
    }

    func isAccepting(_ name: String = "a") -> Bool {
      daemon.connection(name).map { daemon.service.isAccepting($0) } ?? false
    }
  }

  private static func request(_ id: Int, _ method: String, _ params: String) -> String {
    #"{"jsonrpc":"2.0","id":\#(id),"method":"\#(method)","params":\#(params)}"#
  }

  private static func batch(_ members: [String]) -> [UInt8] {
    Array("[\(members.joined(separator: ","))]".utf8)
  }

  @Test func aBatchOfReadsIsAnsweredOverManyTurns() throws {
    let shared = try Shared(buttons: 2_000)
    let daemon = shared.daemon
    let members = (0..<500).map { TurnShareTests.request($0, "buttons.list", #"{"limit":100}"#) }
    daemon.accept(TurnShareTests.batch(members))
    var turns = 0
    while daemon.waiting() == 0, turns < 1_000 {
      #expect(!shared.isAccepting())
      daemon.accept(Array(TurnShareTests.request(1, "ping", "{}").utf8), on: "b")
      #expect(daemon.waiting(on: "b") == 1)
      _ = daemon.receive(on: "b")
      daemon.turn()
      turns += 1
    }
    #expect(turns > 2)
    let answer = try #require(try daemon.next())
    #expect(answer.elements.compactMap { $0["id"]?.int } == Array(0..<500))
    let sizes = Set(answer.elements.map { $0["result"]?["buttons"]?.elements.count })
    #expect(sizes == [100])
    daemon.turn()
    #expect(shared.isAccepting())
  }

  @Test func pipelinedLinesWaitForTheNextTurn() throws {
    let shared = try Shared(buttons: 2_000)
    let line = Array(TurnShareTests.request(1, "buttons.list", "{}").utf8)
    var lines = 0
    while shared.isAccepting(), lines < 1_000 {
      shared.daemon.accept(line)
      lines += 1
    }
    #expect(lines > 1 && lines < 100)
    #expect(shared.accepting == [false])
    shared.daemon.turn()
    #expect(shared.accepting == [false, true])
    #expect(shared.isAccepting("b"))
  }

  @Test func theChangesOfABatchFallIntoOneTick() throws {
    let shared = try Shared(buttons: 2_000)
    let daemon = shared.daemon
    try daemon.call("state.subscribe", #"{"keys":["k"]}"#, on: "b")
    let list = TurnShareTests.request(0, "buttons.list", #"{"limit":1000}"#)
    let reads = Array(repeating: list, count: 20)
    func set(_ value: Int) -> String {
      TurnShareTests.request(1, "state.set", #"{"values":{"k":\#(value)}}"#)
    }
    daemon.accept(TurnShareTests.batch(reads + [set(1)] + reads + [set(2)] + reads))
    #expect(!shared.isAccepting())
    var told: [Int] = []
    for _ in 0..<100 where daemon.waiting() == 0 {
      daemon.turn()
      while daemon.waiting(on: "b") > 0 {
        if let value = try daemon.next(on: "b")?["params"]?["values"]?["k"]?.int {
          told.append(value)
        }
      }
    }
    #expect(told == [2])
    #expect(try daemon.next()?.elements.count == 62)
  }

  @Test func aBatchThatDoesTooMuchAmidItsChangesIsCutShort() throws {
    let shared = try Shared(buttons: 2_000)
    let daemon = shared.daemon
    func set(_ value: Int) -> String {
      TurnShareTests.request(value, "state.set", #"{"values":{"k":\#(value)}}"#)
    }
    let read = TurnShareTests.request(7, "buttons.list", #"{"match":"*0*1*2*3*4*","limit":1}"#)
    let members = [set(1)] + Array(repeating: read, count: 4_000) + [set(2)]
    daemon.accept(TurnShareTests.batch(members))
    for _ in 0..<100 where daemon.waiting() == 0 { daemon.turn() }
    let answers = try #require(try daemon.next()).elements
    #expect(answers.count == 4_002)
    #expect(answers.first?["result"] != nil)
    #expect(answers.last?["error"]?["data"]?["limit"]?.string == "batchRequests")
    #expect(try daemon.call("state.get")?["values"]?["k"]?.int == 1)
  }

  @Test func theRestOfABatchWaitsForWhatItAwaits() throws {
    let shared = try Shared(buttons: 1)
    let daemon = shared.daemon
    let session = try #require(daemon.connection("a").flatMap { daemon.service.session($0) })
    daemon.service.hold(session, for: .press)
    let ping = TurnShareTests.request(1, "ping", "{}")
    daemon.accept(TurnShareTests.batch([ping, ping]))
    daemon.turn()
    daemon.turn()
    #expect(daemon.waiting() == 0)
    daemon.service.release(session, from: .press)
    daemon.turn()
    #expect(try daemon.next()?.elements.count == 2)
  }

  @Test func aBatchOfManyLaterAnswersIsCutAndEndsWhole() throws {
    let shared = try Shared(buttons: 3)
    let daemon = shared.daemon
    let members = (0..<1_000).map { TurnShareTests.request($0, "buttons.get", #"{"match":"*"}"#) }
    daemon.accept(TurnShareTests.batch(members))
    let connection = try #require(daemon.connection("a"))
    #expect((daemon.service.session(connection)?.pending.count ?? 0) <= Service.pendingAnswers)
    for _ in 0..<1_000 where daemon.waiting() == 0 { daemon.turn() }
    let answer = try #require(try daemon.next())
    #expect(answer.elements.compactMap { $0["id"]?.int } == Array(0..<1_000))
    #expect(Set(answer.elements.map { $0["result"]?["buttons"]?.elements.count }) == [3])
  }

  /// Requests of a reader that look cheap, and how many of them a turn may answer.
  private static let dear: [(method: String, params: String, most: Int)] = [
    ("buttons.explain", #"{"id":"b10001"}"#, 15),
    ("buttons.definitions", "{}", 4),
    ("buttons.subscribe", #"{"match":[\#(quoted(100) { "*\($0)*1*1*1" })]}"#, 60),
    ("buttons.subscribe", #"{"match":[\#(quoted(2_000) { "id\($0)" })]}"#, 2),
    ("buttons.list", #"{"match":[\#(quoted(2_000) { "b\($0)" })]}"#, 3),
    ("state.get", #"{"keys":[\#(quoted(500) { "k\($0)" })]}"#, 8),
    ("state.subscribe", #"{"keys":[\#(quoted(500) { "k\($0)" })]}"#, 4),
    ("state.subscribe", "{}", 4),
    ("styles.list", "{}", 300),
    ("server.stats", "{}", 200),
  ]

  private static func quoted(_ count: Int, _ text: (Int) -> String) -> String {
    (0..<count).map { "\"\(text($0))\"" }.joined(separator: ",")
  }

  @Test(arguments: dear.indices)
  func aTurnAnswersNoMoreThanItHasTimeFor(index: Int) throws {
    let (method, params, most) = TurnShareTests.dear[index]
    let shared = try Shared(buttons: 2_000, keys: method == "state.subscribe" ? 15_000 : 0)
    let line = Array(TurnShareTests.request(1, method, params).utf8)
    var sent = 0
    var answers = 0
    for _ in 0..<5 {
      while shared.isAccepting(), sent < 1_000 {
        shared.daemon.accept(line)
        sent += 1
      }
      shared.daemon.turn()
      let before = answers
      while shared.daemon.waiting() > 0 {
        // Refusals, of too many subscriptions, count as well.
        let answer = try shared.daemon.next()
        if answer?["method"] == nil { answers += 1 }
      }
      #expect(answers - before <= most)
    }
    #expect(answers > 1)
  }

  @Test(arguments: ["buttons.get", "buttons.subscribe", "state.get", "state.subscribe"])
  func aRequestNamesSoMuchAndNoMore(method: String) throws {
    let shared = try Shared(buttons: 1)
    let name = method.hasPrefix("state") ? "keys" : "match"
    for (count, limit) in [(2_000, nil), (2_001, "names")] {
      let names = TurnShareTests.quoted(count) { "a\($0)" }
      let answer = try shared.daemon.call(method, #"{"\#(name)":[\#(names)]}"#)
      #expect(answer?["data"]?["limit"]?.string == limit)
      if limit != nil { #expect(answer?["data"]?["path"]?.string == "params.\(name)") }
    }
  }

  @Test func aClientThatLeavesAmidItsBatchLeavesNothing() throws {
    let shared = try Shared(buttons: 2_000)
    let list = TurnShareTests.request(0, "buttons.list", "{}")
    shared.daemon.accept(TurnShareTests.batch(Array(repeating: list, count: 200)))
    #expect(!shared.isAccepting())
    shared.daemon.close("a")
    shared.daemon.turn()
    #expect(try shared.daemon.call("ping", on: "b") == .object([]))
  }

  @Test func onePageCostsTheSameAmongFewAndMany() throws {
    func cost(_ buttons: Int, _ method: String) throws -> Int {
      let shared = try Shared(buttons: buttons)
      let before = shared.daemon.engine.budget.work
      try shared.daemon.call(method, #"{"match":"*","limit":1,"after":"b10050"}"#)
      return shared.daemon.engine.budget.work - before
    }
    for method in ["buttons.list", "buttons.get"] {
      let (few, many) = (try cost(100, method), try cost(5_000, method))
      #expect(abs(few - many) < 100, "\(method)")
    }
  }

  @Test(arguments: ["buttons.list", "buttons.get"])
  func whatFitsNothingIsSearchedPageByPage(method: String) throws {
    let shared = try Shared(buttons: 3_000)
    let allowance = shared.daemon.engine.settings.searchAllowance
    let globs = (0..<99).map { #""*1*\#($0)*2*x""# }.joined(separator: ",")
    var after = ""
    var pages = 0
    var found: [String] = []
    while pages < 1_000 {
      let before = shared.daemon.engine.budget.work
      let page = try shared.daemon.call(
        method, #"{"match":[\#(globs),"*0050*"],"after":"\#(after)"}"#)
      #expect(shared.daemon.engine.budget.work - before < 2 * allowance)
      pages += 1
      found += page?["buttons"]?.elements.compactMap { $0["id"]?.string } ?? []
      guard let next = page?["next"]?.string else { break }
      #expect(next > after)
      after = next
    }
    #expect(pages > 2)
    #expect(found == ["b10050"])
  }

  @Test func manyReadersOfOnePageAreServedInTurn() throws {
    let shared = try Shared(buttons: 3_000)
    let globs = (0..<100).map { #""*1*\#($0)*2*x""# }.joined(separator: ",")
    let search = Array(
      TurnShareTests.request(1, "buttons.get", #"{"match":[\#(globs)]}"#).utf8)
    for _ in 0..<50 { shared.daemon.accept(search) }
    shared.daemon.accept(
      Array(TurnShareTests.request(2, "buttons.get", #"{"match":"b10007"}"#).utf8), on: "b")
    var turns = 0
    while shared.daemon.waiting(on: "b") == 0, turns < 100 {
      shared.daemon.turn()
      turns += 1
    }
    #expect(turns < 5)
    #expect(shared.daemon.waiting() < 50)
  }
}
