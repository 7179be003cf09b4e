import Glibc
import TestSupport
import Testing

extension DaemonFileTests {
  /// The daemon is killed at random moments while a client writes.
  @Suite struct DurabilityKillTests {
    private static let keys = 10

    /// Write number n: both halves of a pair, and a key of its own that others write too.
    private func write(_ number: Int) -> String {
      #"{"values":{"a":\#(number),"b":\#(-number),"#
        + #""k\#(number % DurabilityKillTests.keys)":\#(number)}}"#
    }

    /// Checks that what is there is what the first `n` writes made of it, and returns n.
    private func check(_ values: [String: JSONTree]) throws -> Int {
      let last = values["a"]?.int ?? 0
      #expect(values["b"]?.int ?? 0 == -last, "half a change is there")
      for key in 0..<DurabilityKillTests.keys {
        let newest = last - (last - key + DurabilityKillTests.keys) % DurabilityKillTests.keys
        #expect(values["k\(key)"]?.int ?? 0 == max(0, newest), "k\(key) of \(last)")
      }
      return last
    }

    @Test(arguments: ["relaxed", "strict"])
    func nothingIsLostThatWasPromised(durability: String) throws {
      var seed = Seed(for: "nothingIsLostThatWasPromised \(durability)")
      let kept = try KeptState("durability: \(durability)\n")
      var sent = 0
      var revision = 0
      var client = try kept.start()
      for _ in 0..<scaled(3, few: 1) {
        var answered = 0
        if durability == "relaxed" {
          // What is in the journal stays there whatever comes.
          sent += 1
          try client.call("state.set", write(sent))
          try client.wait(until: "unsaved", is: 0)
          answered = sent
        }
        var ids: [(number: Int, id: Int)] = []
        for _ in 0..<Int.random(in: 1...12, using: &seed) {
          for _ in 0..<Int.random(in: 1...120, using: &seed) {
            sent += 1
            ids.append((sent, try client.request("state.set", write(sent))))
          }
          let taken = Int.random(in: 0...ids.count, using: &seed)
          for (number, id) in ids.prefix(taken) {
            let result = try client.result(of: id)
            revision = max(revision, result["revision"]?.int ?? 0)
            if durability == "strict" { answered = number }
          }
          ids.removeFirst(taken)
        }
        try kept.kill()
        client = try kept.start()
        #expect(kept.daemon?.log.contains("not clean") == true)
        let start = try client.call("state.get")
        #expect(start["revision"]?.int ?? -1 >= revision, "a revision went back")
        let last = try check(try client.values())
        #expect(last >= answered, "\(durability): an answered write is lost")
        #expect(last <= sent)
        sent = last
      }
    }

    @Test func definitionsAndGroupsSurviveAsWell() throws {
      var seed = Seed()
      let kept = try KeptState("durability: strict\n")
      var styles = ["a": "filled"]
      var tints: [String: String] = [:]
      var client = try kept.start()
      try client.call(
        "buttons.define", #"{"buttons":[{"id":"a","style":"filled","group":"g0"}]}"#)
      for _ in 0..<scaled(3, few: 1) {
        for _ in 0..<Int.random(in: 1...20, using: &seed) {
          let id = "b\(Int.random(in: 0..<8, using: &seed))"
          if Int.random(in: 0..<3, using: &seed) == 0 {
            try client.call("buttons.remove", #"{"ids":["\#(id)"]}"#)
            styles[id] = nil
          } else {
            let style = ["gray", "plain", "filled"].randomElement(using: &seed) ?? "gray"
            try client.call("buttons.define", #"{"buttons":[{"id":"\#(id)","style":"\#(style)"}]}"#)
            styles[id] = style
          }
        }
        for _ in 0..<Int.random(in: 1...20, using: &seed) {
          let id = "g\(Int.random(in: 0..<4, using: &seed))"
          if Int.random(in: 0..<3, using: &seed) == 0 {
            try client.call("groups.remove", #"{"ids":["\#(id)"]}"#)
            tints[id] = nil
          } else {
            let tint = ["#112233FF", "#445566FF"].randomElement(using: &seed) ?? ""
            try client.call("groups.define", #"{"groups":[{"id":"\#(id)","tint":"\#(tint)"}]}"#)
            tints[id] = tint
          }
        }
        try kept.kill()
        client = try kept.start()
        #expect(try texts("buttons.list", "buttons", "style", client) == styles)
        #expect(try texts("groups.get", "groups", "tint", client) == tints)
        let look = try client.record("a")["appearance"]
        #expect(look?["backgroundColor"]?.string == tints["g0"] ?? "#007AFFFF")
      }
      try kept.kill()
    }

    /// A text of each of what a method lists, by id.
    private func texts(
      _ method: String, _ kind: String, _ member: String, _ client: TestClient
    ) throws -> [String: String] {
      let list = try client.call(method)[kind]?.elements ?? []
      return Dictionary(
        uniqueKeysWithValues: list.map { ($0["id"]?.string ?? "", $0[member]?.string ?? "") })
    }
  }
}
