import ButtonEngine
import ButtonModel
import ButtonProtocol
import TestSupport
import Testing

@testable import ButtonService

/// The expressions of a long line are compiled before anything of it is done, over several turns.
@Suite struct PreparationTests {
  private let daemon = MemoryDaemon()

  init() {
    daemon.open("a")
    daemon.open("b")
  }

  private static func line(_ id: Int, _ method: String, _ params: String) -> String {
    #"{"jsonrpc":"2.0","id":\#(id),"method":"\#(method)","params":\#(params)}"#
  }

  /// Lets turns pass until a line comes, while `b` is answered in each; how many passed.
  private func turnsUntilAnswered() throws -> Int {
    var turns = 0
    while daemon.waiting() == 0, turns < 10_000 {
      daemon.accept(Array(Self.line(1, "ping", "{}").utf8), on: "b")
      #expect(try daemon.next(on: "b")?["result"] != nil)
      daemon.turn()
      turns += 1
    }
    return turns
  }

  private static let long = Array(repeating: "1", count: 100).joined(separator: "+")

  private static func derivations(_ count: Int) -> String {
    let members = (0..<count).map { #""d.k\#($0)":"\#(long)+\#($0)""# }
    return #"{"keys":{\#(members.joined(separator: ","))}}"#
  }

  @Test func aLongLineOfExpressionsTakesManyTurns() throws {
    daemon.accept(Array(Self.line(7, "state.derive", Self.derivations(300)).utf8))
    #expect(daemon.engine.revision == 0)
    #expect(try turnsUntilAnswered() > 5)
    let answer = try #require(try daemon.next())
    #expect(answer["id"]?.int == 7)
    #expect(answer["result"]?["revision"]?.int == 1)
    #expect(try daemon.call("state.get", #"{"keys":["d.k9"]}"#)?["values"]?["d.k9"]?.int == 109)
  }

  @Test(arguments: [
    ("buttons.define", #"{"buttons":[{"id":"b","style":"plain","#, "}]}"),
    ("groups.define", #"{"groups":[{"id":"g","#, "}]}"),
  ])
  func whatIsPreparedIsNotCompiledAgain(_ method: String, _ head: String, _ tail: String) throws {
    // The menu of a button holds an expression in each entry.
    let parts = (0..<64).map { entry in
      #"{"id":"e\#(entry)","title":"x","isEnabled":{"cel":"\#(Self.long) > \#(entry)"}}"#
    }
    let body =
      method == "groups.define"
      ? #""isEnabled":{"cel":"\#(Self.long) > 1"}"# : #""menu":[\#(parts.joined(separator: ","))]"#
    // The rest of the line is white space.
    let line = Self.line(1, method, "\(head)\(body)\(tail)") + String(repeating: " ", count: 20_000)
    let texts = method == "groups.define" ? 1 : 64
    let before = daemon.engine.budget.work
    daemon.accept(Array(line.utf8))
    _ = try turnsUntilAnswered()
    #expect(try daemon.next()?["result"] != nil)
    let work = daemon.engine.budget.work - before
    // Once: some 1,700 steps each.
    #expect(work > texts * 1_000 * WorkCost.expressionStep)
    #expect(work < texts * 3_000 * WorkCost.expressionStep + 200_000)
  }

  /// The work of deriving many keys.
  private func workOfDeriving() throws -> Int {
    let before = daemon.engine.budget.work
    daemon.accept(Array(Self.line(1, "state.derive", Self.derivations(200)).utf8))
    _ = try turnsUntilAnswered()
    #expect(try daemon.next()?["result"] != nil)
    return daemon.engine.budget.work - before
  }

  /// Buttons with eight runs each, or some other member.
  private static func buttons(_ numbers: Range<Int>, with last: String = "") -> String {
    let runs = Array(repeating: #"{"text":"a"}"#, count: 8).joined(separator: ",")
    let list = numbers.map {
      #"{"id":"b\#($0)","style":"plain","configuration":{"titleRuns":[\#(runs)]}}"#
    }
    return #"{"buttons":[\#(list.joined(separator: ","))\#(last)]}"#
  }

  @Test func theDefinitionsOfALongLineAreReadAShareInEachTurn() throws {
    let line = Self.line(7, "buttons.define", Self.buttons(0..<1_600))
    daemon.accept(Array(line.utf8))
    var works: [Int] = []
    while daemon.waiting() == 0, works.count < 1_000 {
      #expect(daemon.engine.revision == 0)
      let before = daemon.engine.budget.work
      daemon.accept(Array(Self.line(1, "ping", "{}").utf8), on: "b")
      #expect(try daemon.next(on: "b")?["result"] != nil)
      daemon.turn()
      works.append(daemon.engine.budget.work - before)
    }
    // They are made in the last.
    #expect(works.count > 4)
    #expect(works.dropLast().allSatisfy { $0 < Service.turnShare / 2 })
    #expect(try daemon.next()?["result"]?["defined"]?.elements.count == 1_600)
    #expect(try daemon.call("buttons.list", #"{"match":"b1599"}"#)?["buttons"]?.elements.count == 1)
  }

  @Test func aMistakeInADefinitionOfALongLineIsTheSameAsOfAShortOne() throws {
    let mistake = #",{"id":"z","styl":1}"#
    let wrong = [Self.buttons(0..<1, with: mistake), Self.buttons(0..<600, with: mistake)]
    let errors = try wrong.map { params in
      daemon.accept(Array(Self.line(1, "buttons.define", params).utf8))
      _ = try turnsUntilAnswered()
      return try #require(try daemon.next()?["error"])
    }
    #expect(errors[0]["message"] == errors[1]["message"])
    let paths = errors.map { $0["data"]?["path"]?.string }
    #expect(paths == ["params.buttons[1].styl", "params.buttons[600].styl"])
    #expect(daemon.engine.revision == 0)
  }

  @Test func eachRequestOfALongBatchHasItsOwnDefinitions() throws {
    let members = [
      Self.line(1, "buttons.define", Self.buttons(0..<500)),
      Self.line(2, "state.set", #"{"values":{"k":1}}"#),
      Self.line(3, "buttons.define", #"{"buttons":7}"#),
      Self.line(4, "buttons.define", Self.buttons(2_000..<2_300)),
    ]
    daemon.accept(Array("[\(members.joined(separator: ","))]".utf8))
    #expect(try turnsUntilAnswered() > 1)
    let answers = try #require(try daemon.next()).elements
    #expect(answers.map { $0["result"]?["defined"]?.elements.count } == [500, nil, nil, 300])
    #expect(answers[2]["error"]?["data"]?["path"]?.string == "params.buttons")
    #expect(answers[3]["result"]?["defined"]?.elements.first?.string == "b2000")
  }

  @Test func whatADefinitionHasIsTakenForDerivedKeysToo() throws {
    let all = try PreparationTests().workOfDeriving()
    let buttons = (0..<200).map { number in
      let text = #"{"cel":"\#(Self.long)+\#(number)"}"#
      return #"{"id":"b\#(number)","style":"plain","configuration":{"borderRadius":\#(text)}}"#
    }
    let params = #"{"buttons":[\#(buttons.joined(separator: ","))]}"#
    daemon.accept(Array(Self.line(1, "buttons.define", params).utf8))
    _ = try turnsUntilAnswered()
    #expect(try daemon.next()?["result"]?["revision"]?.int == 1)
    // Compiling takes more than 1,000 steps each.
    #expect(try workOfDeriving() < all - 200 * 1_000 * WorkCost.expressionStep)
  }

  @Test func aMistakeAtTheEndChangesNothing() throws {
    let good = Self.derivations(200).dropLast(2)
    daemon.accept(Array(Self.line(3, "state.derive", #"\#(good),"z":"1 +"}}"#).utf8))
    #expect(try turnsUntilAnswered() > 3)
    let answer = try #require(try daemon.next())
    #expect(answer["error"]?["data"]?["path"]?.string == "params.keys.z")
    #expect(daemon.engine.revision == 0)
  }

  @Test func theNextLinesOfTheClientWait() throws {
    daemon.accept(Array(Self.line(1, "state.derive", Self.derivations(200)).utf8))
    daemon.accept(Array(Self.line(2, "state.get", #"{"keys":["d.k0"]}"#).utf8))
    _ = try turnsUntilAnswered()
    #expect(try daemon.next()?["id"]?.int == 1)
    let second = try #require(try daemon.next())
    #expect(second["id"]?.int == 2)
    #expect(second["result"]?["values"]?["d.k0"]?.int == 100)
  }

  @Test func theChangesOfALongBatchFallIntoOneTick() throws {
    try daemon.call("state.subscribe", #"{"keys":["k"]}"#, on: "b")
    func set(_ value: Int) -> String {
      Self.line(value, "state.set", #"{"values":{"k":\#(value)}}"#)
    }
    let derive = Self.line(2, "state.derive", Self.derivations(200))
    daemon.accept(Array("[\(set(1)),\(derive),\(set(3))]".utf8))
    var told: [Int] = []
    for _ in 0..<10_000 where daemon.waiting() == 0 {
      daemon.turn()
      while daemon.waiting(on: "b") > 0 {
        if let value = try daemon.next(on: "b")?["params"]?["values"]?["k"]?.int {
          told.append(value)
        }
      }
    }
    #expect(told == [3])
    #expect(try daemon.next()?.elements.compactMap { $0["id"]?.int } == [1, 2, 3])
  }

  @Test func theBytesOfWhatIsPreparedAreGivenBack() throws {
    let connection = try #require(daemon.connection("a"))
    daemon.accept(Array(Self.line(1, "state.derive", Self.derivations(300)).utf8))
    for _ in 0..<3 { daemon.turn() }
    #expect(daemon.engine.clients.bytes(of: connection) > 100_000)
    _ = try turnsUntilAnswered()
    #expect(daemon.engine.clients.bytes(of: connection) < 1_000)
  }

  @Test func aReaderHasAFewEvaluationsATurn() throws {
    let text = "l.map(x, format('%.100e', [1e300]))"
    let list = Array(repeating: "1", count: 9_000).joined(separator: ",")
    try daemon.call("state.set", #"{"values":{"l":[\#(list)]}}"#)
    let member = Self.line(1, "state.eval", #"{"expression":"\#(text)"}"#)
    daemon.accept(Array("[\(Array(repeating: member, count: 40).joined(separator: ","))]".utf8))
    let turns = try turnsUntilAnswered()
    #expect(turns >= 6 && turns <= 40)
    #expect(try daemon.next()?.elements.count == 40)
  }
}
