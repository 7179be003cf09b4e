import ButtonEngine
import ButtonModel
import ButtonProtocol
import TestSupport
import Testing

@testable import ButtonService

/// What is kept of batches that are answered in parts is counted while it is there.
@Suite struct BatchBytesTests {
  private static func request(_ method: String, _ params: String = "{}", id: Int? = 1) -> String {
    let id = id.map { #","id":\#($0)"# } ?? ""
    return #"{"jsonrpc":"2.0"\#(id),"method":"\#(method)","params":\#(params)}"#
  }

  private static func batch(_ members: [String]) -> [UInt8] {
    Array("[\(members.joined(separator: ","))]".utf8)
  }

  /// A daemon with a few long values, whose clients wait at 64 KiB of answers.
  private func daemon() throws -> MemoryDaemon {
    var limits = Limits()
    limits.connectionBytes = 256 << 10
    let daemon = MemoryDaemon(limits: limits)
    daemon.open("owner")
    let text = String(repeating: "v", count: 12_000)
    let values = (0..<4).map { #""k\#($0)":"\#(text)""# }.joined(separator: ",")
    try daemon.call("state.set", #"{"values":{\#(values)}}"#, on: "owner")
    try daemon.call(
      "buttons.define", #"{"buttons":[{"id":"b","style":"plain"}]}"#, on: "owner")
    daemon.close("owner")
    return daemon
  }

  @Test func aBatchOfLongAnswersLetsTheNextRequestIn() throws {
    let daemon = try daemon()
    daemon.open("a")
    let long = BatchBytesTests.request("state.get")
    daemon.accept(BatchBytesTests.batch([BatchBytesTests.request("sync"), long, long]))
    let connection = try #require(daemon.connection("a"))
    #expect(!daemon.service.isAccepting(connection))
    daemon.turn()
    #expect(try daemon.next()?.elements.count == 3)
    #expect(daemon.service.isAccepting(connection))
  }

  @Test func aBatchThatIsCutIsNotReadAgainInEachTurn() throws {
    let daemon = try daemon()
    daemon.open("a")
    // Each member has a turn for itself.
    let count = 80
    daemon.service.noteError = { _, _ in daemon.engine.budget.work += Service.turnShare }
    let padding = String(repeating: " ", count: 10_000)
    let line = BatchBytesTests.batch(
      Array(repeating: padding + BatchBytesTests.request("none"), count: count))
    let before = daemon.engine.budget.work
    daemon.accept(line)
    var turns = 1
    while daemon.waiting() == 0, turns < 1_000 {
      daemon.turn()
      turns += 1
    }
    #expect(turns >= count)
    #expect(try daemon.next()?.elements.count == count)
    let workOfMembers = count * (Service.turnShare + Service.workOfError)
    #expect(daemon.engine.budget.work - before - workOfMembers < 6 * line.count)
  }

  @Test func whatBatchesKeepIsCountedUntilTheyAreAnswered() throws {
    var seed = Seed()
    for _ in 0..<scaled(20, few: 5) {
      var random = Seed(seed.next())
      var life = BatchLife(daemon: try daemon())
      for _ in 0..<60 { try life.step(&random) }
      try life.end()
      #expect(life.received == life.expected, "seed \(random.value)")
      #expect(life.waiting.isEmpty, "seed \(random.value)")
      #expect(life.keptBytes == [:], "seed \(random.value)")
      for name in life.names { life.daemon.close(name) }
      #expect(life.daemon.engine.clients.bytes == 0, "seed \(random.value)")
    }
  }
}

/// Clients that send batches of all kinds, do not take what comes, and leave when they like.
private struct BatchLife {
  let daemon: MemoryDaemon
  private(set) var names: [String] = []
  /// Answers that came to clients still there, and those that they are to get.
  private(set) var received: [String: Int] = [:]
  private(set) var expected: [String: Int] = [:]
  private var count = 0

  init(daemon: MemoryDaemon) { self.daemon = daemon }

  /// Clients that are not read from.
  var waiting: [String] {
    names.filter { daemon.connection($0).map { !daemon.service.isAccepting($0) } ?? false }
  }

  /// What is kept for those for whom something is.
  var keptBytes: [String: Int] {
    var bytes: [String: Int] = [:]
    for name in names {
      guard let connection = daemon.connection(name) else { continue }
      let kept = daemon.engine.clients.bytes(of: connection)
      if kept != 0 { bytes[name] = kept }
    }
    return bytes
  }

  mutating func step(_ seed: inout Seed) throws {
    if names.count < 4 {
      count += 1
      names.append("c\(count)")
      daemon.open("c\(count)")
    }
    guard let name = names.randomElement(using: &seed),
      let session = daemon.connection(name).flatMap({ daemon.service.session($0) })
    else { return }
    switch Int.random(in: 0..<20, using: &seed) {
    case 0:
      daemon.close(name)
      names.removeAll { $0 == name }
      (received[name], expected[name]) = (nil, nil)
    case 1...3: daemon.service.hold(session, for: .press)
    case 4...6: daemon.service.release(session, from: .press)
    case 7...11:
      daemon.turn()
      try take()
    default: send(on: name, &seed)
    }
  }

  /// Lets everybody go on until nothing more comes.
  mutating func end() throws {
    for name in names {
      guard let session = daemon.connection(name).flatMap({ daemon.service.session($0) }) else {
        continue
      }
      daemon.service.release(session, from: .press)
    }
    for _ in 0..<500 {
      daemon.turn()
      try take()
    }
  }

  private mutating func send(on name: String, _ seed: inout Seed) {
    var members: [String] = []
    for _ in 0..<Int.random(in: 1..<12, using: &seed) {
      let id = Int.random(in: 0..<3, using: &seed) == 0 ? nil : members.count
      let text = String(repeating: "i", count: Int.random(in: 0..<3_000, using: &seed))
      let (method, params) =
        [
          ("ping", "{}"), ("sync", "{}"), ("sync", "{}"), ("state.get", "{}"), ("none", "{}"),
          ("buttons.get", #"{"match":"*"}"#), ("buttons.get", #"{"match":["\#(text)"]}"#),
          ("state.set", #"{"values":{"s":"\#(text)"}}"#),
          ("state.set", #"{"values":{"s":"\#(text)"},"wait":"published"}"#),
          ("buttons.trigger", #"{"id":"b","wait":"published"}"#), ("press.began", #"{"id":7}"#),
        ].randomElement(using: &seed) ?? ("", "")
      let idMember = id.map { #","id":"\#($0)\#(text)""# } ?? ""
      members.append(
        #"{"jsonrpc":"2.0"\#(idMember),"method":"\#(method)","params":\#(params)}"#)
      if id != nil { expected[name, default: 0] += 1 }
    }
    if members.count == 1, Bool.random(using: &seed) {
      daemon.accept(Array(members[0].utf8), on: name)
    } else {
      daemon.accept(Array("[\(members.joined(separator: ","))]".utf8), on: name)
    }
  }

  private mutating func take() throws {
    for name in names {
      while daemon.waiting(on: name) > 0, let line = try daemon.next(on: name) {
        received[name, default: 0] += max(1, line.elements.count)
      }
    }
  }
}
