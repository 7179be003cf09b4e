import ButtonEngine
import ButtonModel
import ButtonProtocol
import Testing

/// Snapshots and frames that are too large for one line.
extension SubscriptionTests {
  @Test func aLargeSnapshotComesInPartsOneATurnAndNotWhileBlocked() throws {
    var settings = EngineSettings()
    settings.limits.maxFrameBytes = 8_000
    let rig = Rig(settings)
    _ = try rig.engine.define((0..<200).map { .make("b\($0)", selectedBy: "k") })
    let client = rig.client()
    try rig.subscribe(client)
    try rig.turn()
    #expect(client.lines.count == 1)
    #expect(client.lines[0]["more"] == .bool(true))
    #expect(client.subscriptions.first?.value.isPartial == true)
    rig.block(client)
    try rig.settle()
    #expect(client.lines.count == 1)
    rig.drain(client)
    try rig.turn()
    try rig.turn()
    #expect(client.lines.count == 3)
    _ = rig.engine.remove(Match(patterns: ["b0", "b199"]))
    try rig.set(["k": .bool(true)])
    try rig.settle()
    #expect(client.subscriptions.first?.value.isPartial == false)
    #expect(client.looks.count == 198)
    #expect(client.longestLine <= 8_000)
    #expect(client.complaints.isEmpty)
  }

  @Test func aPartOfASnapshotCostsTheSameAmongFewAndMany() throws {
    func cost(_ buttons: Int) throws -> Int {
      var settings = EngineSettings()
      settings.maximumPartBytes = 8_000
      let rig = Rig(settings)
      _ = try rig.engine.define((0..<buttons).map { .make("b\($0)", selectedBy: "k") })
      try rig.settle()
      let client = rig.client()
      try rig.subscribe(client)
      try rig.turn()
      #expect(client.lines.count == 1)
      var most = 0
      while client.subscriptions.first?.value.isPartial != false {
        let before = rig.engine.budget.work
        let lines = client.lines.count
        try rig.turn()
        #expect(client.lines.count == lines + 1)
        most = max(most, rig.engine.budget.work - before)
      }
      #expect(client.looks.count == buttons)
      #expect(client.complaints.isEmpty)
      return most
    }
    let (few, many) = (try cost(300), try cost(3_000))
    #expect(many < few + 1_000)
  }

  @Test func aLargeFrameComesInPartsOfOneTick() throws {
    var settings = EngineSettings()
    settings.limits.maxFrameBytes = 8_000
    let rig = Rig(settings)
    _ = try rig.engine.define((0..<100).map { .make("b\($0)", selectedBy: "k") })
    let client = rig.client()
    try rig.subscribe(client)
    try rig.settle()
    _ = client.take()
    try rig.set(["k": .bool(true)])
    try rig.settle()
    #expect(client.lines.count > 3)
    #expect(Set(client.lines.map { $0["params"]?["tick"] }).count == 1)
    #expect(
      client.lines.map { $0["params"]?["more"]?.bool == true }
        == client.lines.indices.map { $0 < client.lines.count - 1 })
  }

  @Test func aClientThatDoesNotReadHoldsOnlyTheStartOfALargeFrame() throws {
    var settings = EngineSettings()
    settings.limits.maxFrameBytes = 2_000
    let rig = Rig(settings)
    _ = try rig.engine.define((0..<200).map { .make("b\($0)", selectedBy: "k") })
    let readers = (1...3 as ClosedRange<UInt32>).map { rig.client($0) }
    for reader in readers { try rig.subscribe(reader, form: .delta) }
    try rig.settle()
    for reader in readers { _ = reader.take() }
    try rig.set(["k": .bool(true)])
    _ = rig.engine.remove(Match(patterns: ["b7"]))
    try rig.turn()
    #expect(readers.map(\.lines.count) == [5, 5, 5], "four at once, then one in a turn")
    rig.block(readers[0])
    try rig.settle()
    #expect(readers[0].lines.count == 5)
    #expect(readers[1].shared.count > 10)
    #expect(
      readers[1].shared.map(ObjectIdentifier.init) == readers[2].shared.map(ObjectIdentifier.init))
    rig.drain(readers[0])
    try rig.set(["k": .bool(false)])
    try rig.settle()
    for reader in readers {
      #expect(reader.looks.count == 199)
      #expect(reader.looks.values.allSatisfy { $0["isSelected"] == nil })
      #expect(reader.subscriptions.first?.value.isPartial == false)
      #expect(reader.complaints.isEmpty)
    }
  }
}
