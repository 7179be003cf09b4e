import ButtonEngine
import ButtonModel
import ButtonProtocol
import Testing

/// Whether a holder of a lease is silent is judged after what it has sent was read.
@Suite struct SilenceTests {
  private func rig() throws -> (Rig, FakeClient) {
    let rig = Rig()
    let feeder = rig.client(1)
    try rig.set(["a": .int(1)], under: "till", of: feeder, silentAfter: 1_000)
    try rig.settle()
    return (rig, feeder)
  }

  @Test func aPauseOfTheDaemonIsNoSilenceOfTheHolder() throws {
    let (rig, feeder) = try rig()
    try rig.pause(for: 10_000)
    #expect(rig.lost("a") == [])
    // What arrived during the pause.
    try rig.set([:], under: "till", of: feeder)
    try rig.turn()
    try rig.turn(after: 999)
    #expect(rig.lost("a") == [])
  }

  @Test func aSilentHolderIsJudgedInTheTurnAfterItsTime() throws {
    let (rig, _) = try rig()
    try rig.pause(for: 1_000)
    #expect(rig.engine.wakeTime == rig.now)
    try rig.turn()
    #expect(rig.lost("a") == ["a"])
    #expect(rig.engine.wakeTime != rig.now || rig.engine.isSettled == false)
  }

  /// The holder was stopped with the daemon, and nothing of it waits to be read.
  @Test func aHolderGetsTheDelayOfTheDaemonOnTop() throws {
    for (delay, rest) in [(300 as UInt64, 300 as UInt64), (50_000, 1_000)] {
      let (rig, feeder) = try rig()
      try rig.pause(for: 1_000 + delay)
      #expect(rig.engine.wakeTime == rig.now + rest)
      try rig.turn(after: rest - 1)
      #expect(rig.lost("a") == [])
      try rig.set([:], under: "till", of: feeder)
      try rig.turn(after: 999)
      #expect(rig.lost("a") == [])
      try rig.settle(within: 1)
      #expect(rig.lost("a") == ["a"])
    }
  }

  @Test func aHolderThatIsNotReadIsNotSilent() throws {
    let (rig, feeder) = try rig()
    rig.engine.setUnread(feeder.connection, true)
    try rig.settle(within: 10_000)
    #expect(rig.lost("a") == [])
    rig.engine.setUnread(feeder.connection, false)
    try rig.turn()
    // It has used its share of this turn, too.
    rig.engine.setUnread(feeder.connection, true)
    try rig.settle(within: 5_000)
    rig.engine.setUnread(feeder.connection, false)
    try rig.turn()
    #expect(rig.lost("a") == [])
    try rig.set([:], under: "till", of: feeder)
    try rig.turn(after: 999)
    #expect(rig.lost("a") == [])
    try rig.settle(within: 2_000)
    #expect(rig.lost("a") == ["a"])
  }
}
