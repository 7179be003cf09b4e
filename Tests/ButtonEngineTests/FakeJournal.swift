import ButtonEngine
import ButtonModel
import ButtonProtocol

/// A journal in memory: takes the groups that a rig's engine gives out, when the test says so.
final class FakeJournal {
  let rig: Rig
  private(set) var values: [String: StateValue] = [:]
  private(set) var derivations: [String: ExpressionText] = [:]
  private(set) var buttons: [String: String] = [:]
  private(set) var groups: [String: String] = [:]
  /// The names of leases by key.
  private(set) var leases: [String: String] = [:]
  private(set) var revision: UInt64 = 0
  /// The names in the last group that was written.
  private(set) var newest: [String] = []

  init(_ durability: Durability, _ rig: Rig = Rig()) {
    self.rig = rig
    rig.engine.startJournal(durability, revision: 0)
  }

  /// The names in the group that waits to be written; nil when none does.
  var waiting: [String]? { rig.groups.first.map { FakeJournal.names($0) } }

  /// Writes the group that waits and tells the engine.
  func commit() {
    let group = rig.groups.removeFirst()
    newest = FakeJournal.names(group)
    revision = group.revision
    group.visit { entry in
      let name = String(decoding: entry.name, as: UTF8.self)
      switch entry.subject {
      case .key:
        values[name] = entry.value
        derivations[name] = entry.derivation
      case .button:
        buttons[name] =
          entry.form == .absent ? nil : String(decoding: entry.content, as: UTF8.self)
      case .lease:
        leases[name] =
          entry.form == .absent ? nil : String(decoding: entry.content, as: UTF8.self)
      case .group:
        groups[name] =
          entry.form == .absent ? nil : String(decoding: entry.content, as: UTF8.self)
      case .scope, .request, .image: break
      }
    }
    rig.engine.journalCommitted(group)
  }

  /// Tells the engine that the group that waits cannot be written.
  func fail() { rig.engine.journalFailed(rig.groups.removeFirst(), now: rig.now) }

  private static func names(_ group: JournalGroup) -> [String] {
    var names: [String] = []
    group.visit { names.append(String(decoding: $0.name, as: UTF8.self)) }
    return names.sorted()
  }
}
