import ButtonEngine
import ButtonModel
import ButtonProtocol
import Testing

/// The trait sets are shared out so that no user takes all of them.
@Suite struct TraitShareTests {
  private static let sizes = ContentSize.allCases.filter { $0 != Traits().contentSize }

  private func rig() -> Rig {
    var settings = EngineSettings()
    settings.limits.traitSets = 8
    settings.limits.userTraitSets = 4
    return Rig(settings)
  }

  private func open(_ rig: Rig, _ number: UInt32, user: UInt32, isPrivileged: Bool = false)
    -> FakeClient
  {
    let client = rig.client(number)
    rig.engine.clients.open(client.connection, user: user, isPrivileged: isPrivileged)
    return client
  }

  private func subscribe(_ rig: Rig, _ client: FakeClient, _ size: ContentSize) throws {
    try rig.subscribe(client, traits: Traits(contentSize: size))
    try rig.settle()
  }

  private static let refusal = EngineError.limitExceeded(
    limit: "userTraitSets", value: 4, index: nil)

  @Test func oneUserLeavesTraitSetsToOthers() throws {
    let rig = rig()
    let greedy = [open(rig, 1, user: 1), open(rig, 2, user: 1)]
    for place in 0..<4 { try subscribe(rig, greedy[place % 2], TraitShareTests.sizes[place]) }
    for client in greedy {
      #expect(throws: TraitShareTests.refusal) {
        try subscribe(rig, client, TraitShareTests.sizes[4])
      }
      // What it uses already, and the usual one, cost nothing more.
      try subscribe(rig, client, TraitShareTests.sizes[0])
      try rig.subscribe(client)
    }
    let other = open(rig, 3, user: 2)
    for size in TraitShareTests.sizes[4..<7] { try subscribe(rig, other, size) }
  }

  @Test func aShareComesBackWithTheConnectionsThatUsedIt() throws {
    let rig = rig()
    let (first, second) = (open(rig, 1, user: 1), open(rig, 2, user: 1))
    for size in TraitShareTests.sizes[0..<4] {
      try subscribe(rig, first, size)
      try subscribe(rig, second, size)
    }
    rig.engine.connectionClosed(first.connection)
    #expect(throws: TraitShareTests.refusal) {
      try subscribe(rig, second, TraitShareTests.sizes[4])
    }
    rig.engine.connectionClosed(second.connection)
    let third = open(rig, 3, user: 1)
    for size in TraitShareTests.sizes[4..<8] { try subscribe(rig, third, size) }
  }

  @Test func aTraitSetOfTwoUsersStaysWhenTheOneThatCameFirstGoes() throws {
    let rig = rig()
    try rig.define(.make("b"))
    let (first, second) = (open(rig, 1, user: 1), open(rig, 2, user: 2))
    try subscribe(rig, first, TraitShareTests.sizes[0])
    try subscribe(rig, second, TraitShareTests.sizes[0])
    rig.engine.connectionClosed(first.connection)
    try rig.define(.make("b", title: "new"))
    try rig.settle()
    #expect(second.title("b") == "new")
  }

  @Test func thePrivilegedMayUseAllUntilTheyGiveThatUp() throws {
    let rig = rig()
    let client = open(rig, 1, user: 1, isPrivileged: true)
    for size in TraitShareTests.sizes[0..<6] { try subscribe(rig, client, size) }
    rig.engine.clients.endPrivilege(of: client.connection)
    #expect(throws: TraitShareTests.refusal) {
      try subscribe(rig, client, TraitShareTests.sizes[6])
    }
  }
}
