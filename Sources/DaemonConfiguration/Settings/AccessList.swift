package import ButtonProtocol

/// Who may connect, and what each may do.
package struct AccessList: Hashable, Sendable {
  /// The user that the daemon runs as.
  private let owner: UInt32
  private let rules: [AccessRule]

  /// The daemon's user and root may do everything, others what the rules give them.
  package init(owner: UInt32, rules: [AccessRule] = []) {
    self.owner = owner
    self.rules = rules
  }

  package var isOpenToOthers: Bool {
    rules.contains { rule in
      switch rule.subject {
      case .user(let uid): !isMaster(uid)
      case .group: true
      }
    }
  }

  /// The highest role that a rule gives a process; nil when it may not connect. `groups` gives its
  /// supplementary groups, and is called only where they count.
  package func role(uid: UInt32, gid: UInt32, groups: () -> [UInt32]) -> Role? {
    if isMaster(uid) { return .admin }
    var best: Role?
    var known: [UInt32]?
    for rule in rules where best.map({ $0 < rule.role }) ?? true {
      let isMeant: Bool
      switch rule.subject {
      case .user(let user): isMeant = user == uid
      case .group(gid): isMeant = true
      case .group(let group):
        let all = known ?? groups()
        known = all
        isMeant = all.contains(group)
      }
      if isMeant { best = rule.role }
    }
    return best
  }

  private func isMaster(_ uid: UInt32) -> Bool { uid == owner || uid == 0 }
}
