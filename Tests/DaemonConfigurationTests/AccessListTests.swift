import ButtonProtocol
import TestSupport
import Testing

@testable import DaemonConfiguration

@Suite struct AccessListTests {
  private let list = AccessList(
    owner: 500,
    rules: [
      AccessRule(.group(10), .read), AccessRule(.user(1_000), .write),
      AccessRule(.group(20), .press), AccessRule(.user(1_000), .read),
      AccessRule(.user(500), .read), AccessRule(.user(0), .read), AccessRule(.group(30), .admin),
    ])

  /// A process, and what it may do.
  static let cases: [(uid: UInt32, gid: UInt32, groups: [UInt32], role: Role?)] = [
    (500, 1, [], .admin), (0, 1, [], .admin), (0, 10, [10], .admin),
    (1_000, 1, [], .write), (1_000, 10, [], .write), (1_000, 1, [20, 10], .write),
    (1_000, 30, [], .admin), (1_000, 1, [30], .admin),
    (1_001, 1, [], nil), (1_001, 10, [], .read), (1_001, 20, [], .press), (1_001, 1, [10], .read),
    (1_001, 10, [20], .press), (1_001, 20, [10], .press), (1_001, 1, [2, 3], nil),
    (10, 1, [], nil), (1, 500, [500, 0], nil),
  ]

  @Test(arguments: cases)
  func theHighestOfTheRulesThatMatchCounts(
    uid: UInt32, gid: UInt32, groups: [UInt32], role: Role?
  ) {
    #expect(list.role(uid: uid, gid: gid) { groups } == role)
  }

  @Test func groupsAreAskedForOnlyWhereTheyMatter() {
    var asked = 0
    func groups() -> [UInt32] {
      asked += 1
      return []
    }
    _ = list.role(uid: 0, gid: 1, groups: groups)
    _ = list.role(uid: 500, gid: 1, groups: groups)
    _ = AccessList(owner: 500, rules: [AccessRule(.user(7), .read)])
      .role(uid: 8, gid: 1, groups: groups)
    #expect(asked == 0)
    _ = list.role(uid: 1_001, gid: 1, groups: groups)
    #expect(asked == 1)
  }

  @Test func withoutRulesOnlyTheDaemonsUserAndRootMayConnect() {
    let list = AccessList(owner: 500)
    #expect(!list.isOpenToOthers)
    #expect(list.role(uid: 500, gid: 5) { [] } == .admin)
    #expect(list.role(uid: 0, gid: 0) { [] } == .admin)
    #expect(list.role(uid: 501, gid: 500) { [0, 500] } == nil)
    #expect(!AccessList(owner: 5, rules: [AccessRule(.user(5), .read)]).isOpenToOthers)
    #expect(AccessList(owner: 5, rules: [AccessRule(.user(6), .read)]).isOpenToOthers)
    #expect(AccessList(owner: 5, rules: [AccessRule(.group(5), .read)]).isOpenToOthers)
  }

  @Test func namesAreThoseOfTheSystemAndNumbersMayBeAnybodys() throws {
    let folder = TemporaryFolder()
    let path = folder.write(
      """
      access:
        - {user: root, role: read}
        - {group: root, role: press}
        - {user: 54321, role: write}
        - {group: "54321", role: admin}
      """, to: "b.yaml")
    let settings = try ConfigurationLoader().load(path).settings
    #expect(
      settings.access == [
        AccessRule(.user(0), .read), AccessRule(.group(0), .press),
        AccessRule(.user(54_321), .write), AccessRule(.group(54_321), .admin),
      ])
  }

  /// A wrong rule, and what is said about it.
  static let mistakes = [
    (
      "{user: nosuchuser, role: read}",
      "1:11: access[0].user: this system has no user 'nosuchuser': create it, or write its number"
    ),
    (
      "{role: read, group: nosuchgroup}",
      "1:23: access[0].group: this system has no group 'nosuchgroup': create it, or write its number"
    ),
    ("{user: -1, role: read}", "1:11: access[0].user: must be a name or a number"),
    ("{user: 4294967295, role: read}", "access[0].user: this system has no user '4294967295'"),
    ("{user: [a], role: read}", "access[0].user: must be a name or a number"),
    (#"{user: "a\0b", role: read}"#, "access[0].user: must be a name or a number"),
    ("{user: root, group: root, role: read}", "access[0]: names a user and a group"),
    ("{role: read}", "access[0]: names nobody"),
    ("{user: root, role: reed}", "access[0].role: 'reed' is not one of"),
    ("{user: root}", "access[0].role: "),
    ("{usr: root, role: read}", "access[0].usr: "),
  ]

  @Test(arguments: mistakes)
  func aRuleThatIsWrongIsNamedWithItsPlace(rule: String, message: String) throws {
    let folder = TemporaryFolder()
    let path = folder.write("access: [\(rule)]", to: "b.yaml")
    let error = try #require(throws: ConfigurationError.self) {
      try ConfigurationLoader().load(path)
    }
    #expect(error.description.contains(message), "\(error)")
  }
}
