import TestSupport
import Testing

extension DaemonTests {
  /// Every request is answered, whatever is asked beside it, and before anything else is asked.
  @Suite struct AnswerTests {
    @Test func nobodyWaitsForWhatComesLater() throws {
      let kept = try KeptState("durability: strict\n")
      _ = try kept.start()
      let daemon = try #require(kept.daemon)
      var requests = RandomRequests(Seed())
      var clients = try (0..<3).map { _ in try daemon.connect() }
      for round in 1...scaled(100) {
        // One who asks and leaves is no trouble to the others either.
        if round.isMultiple(of: 20) {
          for _ in 0..<10 { _ = try clients[0].request(requests.next()) }
          clients[0].close()
          clients[0] = try daemon.connect()
        }
        let open = try clients.map { client in
          try (0..<Int.random(in: 0...20, using: &requests.seed)).map { _ in
            let request = requests.next()
            return (id: Int64(try client.request(request)), request)
          }
        }
        for (client, asked) in zip(clients, open) {
          client.patience = 20
          var missing = Dictionary(uniqueKeysWithValues: asked.map { ($0.id, $0.1) })
          while !missing.isEmpty {
            guard let answer = try? client.next() else {
              throw TestFailure("round \(round): no answer to \(missing)")
            }
            if answer["method"] == nil, case .int(let id)? = answer["id"] { missing[id] = nil }
          }
        }
      }
      try kept.stop()
    }
  }
}

/// Requests of all kinds that change or read a few keys, buttons and groups; some of them make no sense.
private struct RandomRequests {
  var seed: Seed

  init(_ seed: Seed) { self.seed = seed }

  private static let keys = ["a", "b.c", "flag", "volatile.x", "d1", "d2"]
  private static let buttons = ["x", "y", "z"]
  private static let values = [
    "1", "2", "true", "false", #""text""#, "[1]", #"{"m":1}"#, "null",
  ]
  private static let definitions = [
    "", #","isSelected":{"state":"flag"}"#, #","isEnabled":{"state":"a","equals":1}"#,
    #","togglesSelection":"flag","isSelected":{"state":"flag"}"#, #","group":"g""#,
    #","configuration":{"title":{"template":"{a}"}}"#,
    #","action":{"operations":[{"op":"increment","key":"b.c","by":1}]}"#,
  ]
  private static let operations = [
    #""op":"remove""#, #""op":"toggle""#, #""op":"increment","by":1"#,
    #""op":"append","value":1"#, #""op":"merge","value":{"q":1}"#,
  ]

  private mutating func pick(_ choices: [String]) -> String {
    choices.randomElement(using: &seed) ?? ""
  }

  mutating func next() -> (method: String, params: String) {
    let (key, button) = (pick(Self.keys), pick(Self.buttons))
    let wait = pick(["", "", #","wait":"published""#])
    let lease = pick(["", "", "", #","lease":"l""#, #","lease":"l","silentAfterMs":5"#])
    switch Int.random(in: 0..<20, using: &seed) {
    case 0..<3:
      return ("state.set", #"{"values":{"\#(key)":\#(pick(Self.values))}\#(wait)\#(lease)}"#)
    case 3..<7:
      let operation = pick(Self.operations)
      return ("state.update", #"{"operations":[{"key":"\#(key)",\#(operation)}]\#(wait)}"#)
    case 7..<10:
      let style = pick(["plain", "gray", "filled"])
      let more = pick(Self.definitions)
      return (
        "buttons.define", #"{"buttons":[{"id":"\#(button)","style":"\#(style)"\#(more)}]\#(wait)}"#
      )
    case 10..<12: return ("buttons.remove", #"{"ids":["\#(button)"]\#(wait)}"#)
    case 12:
      return pick(["define", "remove"]) == "define"
        ? ("groups.define", #"{"groups":[{"id":"g"}]\#(wait)}"#)
        : ("groups.remove", #"{"ids":["g"]\#(wait)}"#)
    case 13, 14:
      let expression = pick(["null", #""a""#, #""1 + 1""#, #""b.c""#])
      return ("state.derive", #"{"keys":{"\#(pick(["d1", "d2"]))":\#(expression)}\#(wait)}"#)
    case 15: return (pick(["press.began", "press.ended"]), #"{"id":"\#(button)"\#(wait)}"#)
    case 16: return ("buttons.trigger", #"{"id":"\#(button)"\#(wait)}"#)
    case 17: return ("sync", "{}")
    case 18:
      return (
        pick(["buttons.subscribe", "buttons.get", "buttons.setNeedsUpdateConfiguration"]),
        #"{"match":"*"}"#
      )
    default: return (pick(["state.subscribe", "state.get", "ping"]), "{}")
    }
  }
}

extension TestClient {
  fileprivate func request(_ request: (method: String, params: String)) throws -> Int {
    try self.request(request.method, request.params)
  }
}
