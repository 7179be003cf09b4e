import ButtonEngine
import ButtonModel
import ButtonProtocol
import JSONRPC
import TestSupport
import Testing

@testable import ButtonService

@Suite struct HostileLineTests {
  @Test func damagedLinesGetOneAnswerAtMostAndHurtNobody() throws {
    var seed = Seed()
    let daemon = MemoryDaemon()
    daemon.open("a")
    daemon.open("witness")
    try daemon.call("state.set", #"{"values":{"witness":1}}"#, on: "witness")
    let lines = try Fixture.names(in: "Transcripts", endingIn: ".jsonl").flatMap { name in
      try Transcript(name).steps.compactMap { _, step -> [UInt8]? in
        switch step {
        case .send(let message, _): Array(message.text.utf8)
        case .sendText(let text, _): Array(text.utf8)
        case .expect, .close, .expectClose: nil
        }
      }
    }
    for round in 0..<scaled(3_000) {
      if round % 50 == 49 {
        daemon.close("a")
        daemon.open("a")
      }
      var line = lines[Int.random(in: 0..<lines.count, using: &seed)]
      for _ in 0..<Int.random(in: 1..<6, using: &seed) where !line.isEmpty {
        let place = Int.random(in: 0..<line.count, using: &seed)
        switch Int.random(in: 0..<4, using: &seed) {
        case 0: line[place] = UInt8.random(in: 0...255, using: &seed)
        case 1: line.remove(at: place)
        case 2: line.insert(contentsOf: Array(#"{["0,:\"#.utf8).shuffled(using: &seed), at: place)
        default: line.removeSubrange(place...)
        }
      }
      line.removeAll { $0 == UInt8(ascii: "\n") }
      if line.isEmpty { continue }
      daemon.send(line)
      var answers = 0
      while daemon.waiting() > 0 {
        let answer = try #require(try daemon.next())
        if answer["method"] == nil { answers += 1 }
      }
      while let answer = try daemon.next() { if answer["method"] == nil { answers += 1 } }
      #expect(answers <= 1, "\(String(decoding: line, as: UTF8.self))")
    }
    #expect(try daemon.call("ping", on: "witness") == .object([]))
  }

  @Test(
    arguments: [
      [0xFF], [0x22, 0xC3, 0x28, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22], [0x22, 0x00, 0x22], [0x00],
    ] as [[UInt8]])
  func bytesThatAreNoTextAreAParseError(line: [UInt8]) throws {
    let daemon = MemoryDaemon()
    daemon.open("a")
    daemon.send(line)
    let answer = try daemon.next()
    #expect(answer?["id"] == .null)
    #expect(answer?["error"]?["code"]?.int == -32700)
  }

  @Test func aValueBeyondItsLimitIsNamedAndNothingIsApplied() throws {
    let daemon = MemoryDaemon()
    daemon.open("a")
    let text = String(repeating: "x", count: (64 << 10) + 1)
    let error = try daemon.call("state.set", #"{"values":{"a":1,"b.c":"\#(text)"}}"#)
    #expect(error?["code"]?.int == -32005)
    #expect(error?["data"]?["path"]?.string == "params.values.b.c")
    #expect(error?["data"]?["limit"]?.string == "valueBytes")
    #expect(error?["data"]?["value"]?.int == 65_536)
    #expect(daemon.engine.revision == 0)
  }

  @Test func keysBeyondTheirLimitAreNamed() throws {
    var settings = EngineSettings()
    settings.limits.keys = 2
    let daemon = MemoryDaemon(settings: settings)
    daemon.open("a")
    let error = try daemon.call("state.set", #"{"values":{"a":1,"b":1,"c":1}}"#)
    #expect(error?["data"]?["limit"]?.string == "keys")
    #expect(error?["data"]?["path"]?.string == "params.values.c")
    #expect(try daemon.call("state.set", #"{"values":{"a":1,"b":1}}"#)?["revision"]?.int == 1)
  }

  /// Four times as much takes about four times as long, not sixteen times.
  @Test func aLineFullOfRepetitionsIsReadInTimeThatGrowsWithIt() throws {
    func least(_ count: Int) throws -> Double {
      try (0..<2).map { _ in try ThreadTime.once { try readRepetitions(count) } }.min() ?? 0
    }
    let (few, many) = (try least(2_500), try least(10_000))
    #expect(many < 9 * few, "\(few) ns, \(many) ns")
  }

  private func readRepetitions(_ count: Int) throws {
    let daemon = MemoryDaemon()
    daemon.open("a")
    let bad = (0..<count).map { #""k\#($0)":1e999"# }.joined(separator: ",")
    let good = (0..<count).map { #""k\#($0)":1"# }.joined(separator: ",")
    let result = try daemon.call("state.set", #"{"values":{\#(bad),\#(good)}}"#)
    #expect(result?["changed"]?.elements.count == count)
    let titles = Array(repeating: #""title":"x""#, count: count).joined(separator: ",")
    try daemon.call(
      "buttons.define", #"{"buttons":[{"id":"a","style":"plain","configuration":{\#(titles)}}]}"#)
    let images = Array(repeating: #""backgroundImage":1"#, count: count).joined(separator: ",")
    let warned = try daemon.call(
      "buttons.define", #"{"buttons":[{"id":"a","style":"plain","stateValues":{\#(images)}}]}"#)
    #expect(warned?["warnings"]?.elements.count == 1)
  }
}
