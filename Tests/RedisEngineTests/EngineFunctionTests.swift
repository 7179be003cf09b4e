import ButtonModel
import FleetEngineModel
import FleetLink
import RESP
import RedisEngine
import TestSupport
import Testing

/// The functions in a real engine and their model in memory: the same requests get the same answers
/// and leave the same bytes.
@Suite(
  .blocking, .enabled(if: RedisServer.isInstalled, "scripts/setup --tests installs redis-tools"))
struct EngineFunctionTests {
  private let keys = ScopeKeys("s")!

  @Test func theModelIsTrueToTheFunctions() throws {
    let seed = Seed()
    var fleet = RandomFleet(seed)
    let server = try RedisServer()
    let client = try server.connectToScope()
    _ = try client.ask("XGROUP", "CREATE", keys.actions, RandomFleet.group.string, "0", "MKSTREAM")
    var model = FleetEngineModel(id: Chain(rawValue: 0x0123_4567_89AB_CDEF))
    model.actions.addGroup(RandomFleet.group)
    var answers: [String: Int] = [:]
    var operations = 0
    while operations < scaled(10_000) {
      var commands: [RESPCommand] = []
      var expected: [String] = []
      for _ in 0..<50 {
        let (call, count) = fleet.call(on: model)
        commands.append(command(call))
        expected.append(perform(call, on: &model))
        answers[String(expected.last!.prefix { $0 != " " }), default: 0] += 1
        operations += max(1, count)
      }
      let replies = try client.send(commands).map { $0.string ?? "\($0)" }
      for (index, reply) in replies.enumerated() where reply != expected[index] {
        Issue.record("\(reply), not \(expected[index]), to \(printable(commands[index]))")
        return
      }
      try changeSides(&fleet, &model, client)
      try compare(model, client)
    }
    for kind in ["ok", "same", "bad", "conflict", "fork", "unknown", "dup", "gap", "lost", "full"] {
      #expect(answers[kind, default: 0] > 0, "no answer was \(kind)")
    }
  }

  /// A group that nobody comes for keeps what the others have done, until an administrator removes it.
  @Test func aGroupThatIsRemovedMakesRoom() throws {
    let server = try RedisServer()
    let client = try server.connectToScope()
    var model = FleetEngineModel(id: Chain(rawValue: 0x0123_4567_89AB_CDEF))
    for group in ["here", "gone"] {
      _ = try client.ask("XGROUP", "CREATE", keys.actions, group, "0", "MKSTREAM")
      model.actions.addGroup(UTF8String(group))
    }
    func act(_ number: UInt64) throws -> [String] {
      let request = FleetRequest(RequestNumber(Life(rawValue: 1), number))
      return [
        try client.ask(keys.act(request, "1", limit: 2)).string ?? "",
        model.act(request, "1", limit: 2).text.string,
      ]
    }
    for number: UInt64 in 1...2 {
      #expect(try act(number) == ["same 0", "same 0"])
      #expect(model.actions.deliver(in: "here", to: "a") == number)
      model.actions.finish(number, in: "here")
      try client.ask("XREADGROUP", "GROUP", "here", "a", "STREAMS", keys.actions, ">")
      try client.ask("XACK", keys.actions, "here", "\(number)-0")
    }
    #expect(try act(3) == ["full", "full"])
    try client.ask("XGROUP", "DESTROY", keys.actions, "gone")
    model.actions.removeGroup("gone")
    #expect(try act(4) == ["same 0", "same 0"])
    try compare(model, client)
  }

  @Test func anActionFollowsWhatTheStreamHas() throws {
    let server = try RedisServer()
    let client = try server.connectToScope()
    func act(_ number: UInt64) throws -> String? {
      let request = FleetRequest(
        RequestNumber(Life(rawValue: 1), number),
        [FleetOperation(.increment, "count", "1")])
      return try client.ask(keys.act(request, "1", limit: 9)).string
    }
    #expect(try act(1) == "ok 1")
    try client.ask("XADD", keys.actions, "7-3", "x", "y")
    #expect(try act(2) == "ok 2")
    #expect(try client.ask("HGET", keys.meta, "act").string == "8")
    // The scope is made anew; the stream stays, without entries.
    try client.ask("XTRIM", keys.actions, "MAXLEN", "0")
    try client.ask("HSET", keys.meta, "act", "0", "acts", "0 0 1")
    #expect(try act(3) == "ok 3")
    #expect(try client.ask("HGET", keys.meta, "act").string == "9")
  }

  @Test func anActionThatIsTooLongUsesItsNumberUp() throws {
    let server = try RedisServer()
    let client = try server.connectToScope()
    var model = FleetEngineModel(id: Chain(rawValue: 0x0123_4567_89AB_CDEF))
    for (number, count, answer) in [(1, 65_537, "bad 0"), (2, 65_536, "same 0")] {
      let request = FleetRequest(RequestNumber(Life(rawValue: 1), UInt64(number)))
      let text = UTF8String(String(repeating: "x", count: count))
      #expect(try client.ask(keys.act(request, text, limit: 9)).string == answer)
      #expect(model.act(request, text, limit: 9).text.string == answer)
    }
    try compare(model, client)
  }

  private func command(_ call: RandomFleet.Call) -> RESPCommand {
    switch call {
    case .apply(let request): keys.apply(request)
    case .act(let request, let action): keys.act(request, action, limit: RandomFleet.actionLimit)
    case .done(let request, let delivery): keys.done(request, delivery)
    }
  }

  private func perform(_ call: RandomFleet.Call, on model: inout FleetEngineModel) -> String {
    let answer =
      switch call {
      case .apply(let request): model.apply(request)
      case .act(let request, let action):
        model.act(request, action, limit: RandomFleet.actionLimit)
      case .done(let request, let delivery): model.done(request, delivery)
      }
    return answer.text.string
  }

  /// What happens beside requests: deliveries, claims, trimming and sweeping.
  private func changeSides(
    _ fleet: inout RandomFleet, _ model: inout FleetEngineModel, _ client: RedisClient
  ) throws {
    let group = RandomFleet.group
    for _ in 0..<fleet.roll(8) {
      let consumer: UTF8String = fleet.pick(["a", "b"])
      let delivered = model.actions.deliver(in: group, to: consumer)
      let reply = try client.ask(
        "XREADGROUP", "GROUP", group.string, consumer.string, "COUNT", "1", "STREAMS",
        keys.actions, ">")
      let id = reply.elements?.first?.elements?.last?.elements?.first?.elements?.first?.string
      #expect(id == delivered.map { "\($0)-0" })
    }
    let delivery = UInt64(1 + fleet.roll(Int(model.actions.last) + 1))
    let consumer: UTF8String = fleet.pick(["a", "b"])
    model.actions.claim(delivery, in: group, for: consumer)
    try client.ask("XCLAIM", keys.actions, group.string, consumer.string, "0", "\(delivery)-0")
    if fleet.roll(10) == 0 {
      let count = fleet.roll(30)
      model.trim(to: count)
      try client.ask("XTRIM", keys.log, "MAXLEN", "=", "\(count)")
    }
    if fleet.roll(10) == 0 {
      let swept = model.sweep()
      let reply = try client.ask(keys.sweep(from: "0", count: 1_000)).elements ?? []
      #expect(reply.map { $0.string } == ["0", "\(swept)"])
    }
    let lives = model.lives.keys + [Life(rawValue: 99)]
    let cursor = fleet.cursor(on: model)
    let reply = try client.ask(keys.join(cursor, lives: lives))
    #expect(JoinReply(reply, lives: lives) == model.join(cursor, lives: lives))
  }

  private func compare(_ model: FleetEngineModel, _ client: RedisClient) throws {
    let meta = try pairs(client.ask("HGETALL", keys.meta))
    #expect(
      meta == [
        "fmt": "1", "id": model.id.description, "rev": "\(model.head.revision)",
        "chain": model.head.chain.description, "act": "\(model.actions.last)",
        "log": "\(model.book.text(model.head.revision)) \(model.sum.value)",
        "acts": model.actions.book.text(model.actions.last),
      ])
    let state = try pairs(client.ask("HGETALL", keys.state))
    let fields = model.fields.map { ($0.key.string, $0.value.text.string) }
    #expect(state == Dictionary(fields) { $1 })
    let log = try client.ask("XRANGE", keys.log, "-", "+").elements ?? []
    #expect(log.map { LogEntry($0) } == model.log)
    for (life, known) in model.lives {
      var fields = ["n": "\(known.last)", "o": "\(known.oldestOpen)"]
      for (number, outcome) in known.outcomes { fields["\(number)"] = outcome.text.string }
      #expect(try pairs(client.ask("HGETALL", keys.life(life.description))) == fields)
    }
    let actions = try client.ask("XRANGE", keys.actions, "-", "+").elements ?? []
    let texts = actions.map { entry in
      (entry.elements ?? []).map {
        $0.string ?? $0.elements?.compactMap(\.string).joined(separator: " ") ?? ""
      }
      .joined(separator: " ")
    }
    #expect(texts == model.actions.waiting.map { "\($0.number)-0 r \($0.request) v \($0.text)" })
  }

  private func pairs(_ reply: RESPValue) -> [String: String] {
    let texts = (reply.elements ?? []).map { $0.string ?? "?" }
    let even = stride(from: 0, to: texts.count, by: 2)
    return Dictionary(even.map { (texts[$0], texts[$0 + 1]) }) { $1 }
  }

  private func printable(_ command: RESPCommand) -> String {
    command.arguments.map { String(decoding: $0.prefix(80), as: UTF8.self) }
      .joined(separator: " | ")
  }
}
