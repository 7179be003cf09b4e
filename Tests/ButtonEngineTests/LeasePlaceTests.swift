import ButtonEngine
import ButtonModel
import ButtonProtocol
import Testing

/// Who may have how many leases, and how many keys of leases.
@Suite struct LeasePlaceTests {
  private func rig(leases: Int = 64, keys: Int = 4_096) -> Rig {
    var settings = EngineSettings()
    settings.limits.leases = leases
    settings.limits.leasedKeys = keys
    return Rig(settings)
  }

  private func take(_ count: Int, _ rig: Rig, by client: FakeClient, _ prefix: String = "l") throws
  {
    for number in 0..<count {
      try rig.set(
        ["\(prefix).k\(number)": .int(1)], under: UTF8String("\(prefix)\(number)"), of: client)
    }
  }

  @Test func leasesOfHoldersThatAreGoneTakeNoPlace() throws {
    let rig = rig()
    for round in 0..<3 {
      let client = rig.client(UInt32(round))
      try take(56, rig, by: client, "r\(round)")
      rig.close(client)
    }
    #expect(rig.engine.lostKeyCount == 168)
    try rig.set(["a": .int(1)], under: "another", of: rig.client(9))
    try rig.set(["b": .int(1)], under: "source", of: .feed(0))
    #expect(rig.lost("a", "b", "r0.k0", "r2.k55") == ["r0.k0", "r2.k55"])
  }

  @Test func leasesOfBeforeARestartTakeNoPlace() throws {
    var group = JournalGroup(revision: 7)
    for number in 0..<100 {
      UTF8String("k\(number)").bytes.withUnsafeBytes { name in
        group.append(key: name, .int(1), revision: 5)
        group.append(leaseOf: name, UTF8String("l\(number)"))
      }
    }
    let rig = rig()
    #expect(rig.engine.restore(ParsedGroup(group)) == [])
    rig.engine.startJournal(.relaxed, revision: 7)
    #expect(rig.engine.lostKeyCount == 100)
    try take(64, rig, by: rig.client(1), "new")
    #expect(rig.engine.lostKeyCount == 100)
  }

  /// Beyond 64 places there are four for leases with keys; feeds of the daemon need none.
  @Test func feedsOfTheDaemonAndThoseThatReturnFindAPlace() throws {
    let rig = rig()
    let (bridge, client) = (rig.client(1), rig.client(2))
    for number in 0..<5 {
      try rig.set(["b\(number)": .int(1)], under: UTF8String("b\(number)"), of: bridge)
    }
    rig.close(bridge)
    let refusal = EngineError.limitExceeded(limit: "leases", value: 64, index: nil)
    #expect(throws: refusal) { try take(65, rig, by: client) }
    #expect(rig.value("l.k63") == .int(1) && rig.value("l.k64") == nil)
    // Another holder of a lease takes no place.
    try rig.set(["l.k0": .int(2)], under: "l0", of: rig.client(4))
    for number in 0..<4 {
      try rig.set(["b\(number)": .int(2)], under: UTF8String("b\(number)"), of: rig.client(3))
    }
    #expect(throws: refusal) { try rig.set(["b4": .int(2)], under: "b4", of: rig.client(3)) }
    for number in 0..<9 {
      let name = "s\(number)"
      try rig.set([name: .int(1)], under: UTF8String(name), of: .feed(UInt32(number)))
    }
    #expect(rig.lost("b0", "b3", "b4", "s0", "s8") == ["b4"])
    rig.close(client)
    try take(59, rig, by: rig.client(3), "m")
  }

  @Test func feedsOfTheDaemonHaveKeysBeyondTheLimit() throws {
    let rig = rig(keys: 64)
    let client = rig.client(1)
    let many = Dictionary(uniqueKeysWithValues: (0..<64).map { ("k\($0)", StateValue.int(1)) })
    try rig.set(many, under: "l", of: client)
    let refusal = EngineError.limitExceeded(limit: "leasedKeys", value: 64, index: nil)
    #expect(throws: refusal) { try rig.set(["more": .int(1)], under: "l", of: client) }
    rig.close(client)
    for number in 0..<4 { try rig.set(["s\(number)": .int(1)], under: "source", of: .feed(0)) }
    #expect(throws: refusal) { try rig.set(["s4": .int(1)], under: "source", of: .feed(0)) }
    // What belongs to a lease already is fed again.
    try rig.set(many, under: "l", of: rig.client(2))
    #expect(rig.engine.lostKeyCount == 0)
  }

  @Test func aUserHasAShareOfLeasesAndOfKeysAlsoOfLostOnes() throws {
    let rig = rig()
    rig.engine.settings.limits.userLeases = 3
    rig.engine.settings.limits.userLeasedKeys = 5
    func open(_ number: UInt32, user: UInt32, isPrivileged: Bool = false) -> FakeClient {
      let client = rig.client(number)
      rig.engine.clients.open(client.connection, user: user, isPrivileged: isPrivileged)
      return client
    }
    let (one, other) = (open(1, user: 1_000), open(2, user: 1_000))
    try take(2, rig, by: one, "a")
    try take(1, rig, by: other, "b")
    for client in [one, other] {
      #expect(throws: EngineError.limitExceeded(limit: "userLeases", value: 3, index: nil)) {
        try take(1, rig, by: client, "c")
      }
    }
    try take(3, rig, by: open(3, user: 1_001), "d")
    try take(9, rig, by: open(4, user: 0, isPrivileged: true), "e")
    rig.close(one)
    rig.engine.clients.close(one.connection)
    // The places are free, and the keys still count.
    try rig.set(["c.0": .int(1), "c.1": .int(1)], under: "c", of: other)
    #expect(throws: EngineError.limitExceeded(limit: "userLeasedKeys", value: 5, index: nil)) {
      try rig.set(["c.2": .int(1)], under: "c", of: other)
    }
    // Another user feeds them now.
    try rig.set(["a.k0": .int(2)], under: "d0", of: rig.client(3))
    try rig.set(["c.2": .int(1)], under: "c", of: other)
    try rig.update([("c.2", .remove)])
    try rig.set(["c.3": .int(1)], under: "c", of: other)
  }

  @Test func whatIsLeftOfLeasesIsListedUpToANumber() throws {
    let rig = rig(leases: 1_024)
    for round in 0..<3 as Range<UInt32> {
      try take(500, rig, by: rig.client(round), "r\(round)")
      rig.close(rig.client(round))
    }
    let names = rig.engine.leaseReports(atMost: 64).map(\.name)
    #expect(names == (0..<500).map { UTF8String("r0\($0)") }.sorted().prefix(64).map { $0 })
    #expect(rig.engine.leaseReports(atMost: 2_000).count == 1_500)
  }
}
