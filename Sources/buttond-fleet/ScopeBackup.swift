import ButtonModel
import DaemonConfiguration
import FleetLink
import StateDatabase

/// What a daemon's backup has of one scope.
struct ScopeBackup {
  /// How far the values go in which history; nil if the daemon never was in the scope.
  private(set) var place: FleetChangeSet.Place?
  /// Keys, and `!` with ids of buttons, with the texts of their values.
  private(set) var values: [(key: UTF8String, value: UTF8String)] = []

  init(file path: String, _ scope: FleetScopeSettings) throws(StateDatabaseError) {
    let name = UTF8String(scope.name)
    var place: FleetChangeSet.Place?
    var values: [(key: UTF8String, value: UTF8String)] = []
    try BackupContent.read(path) { entry in
      let key = UTF8String(copying: entry.name)
      switch entry.subject {
      case .key:
        guard scope.shares(key), let value = entry.value else { return }
        values.append((key, value.fleetText))
      case .button:
        guard scope.sharesDefinition(of: key) else { return }
        values.append(
          (UTF8String(bytes: [UInt8(ascii: "!")] + key.bytes), UTF8String(copying: entry.content)))
      case .scope:
        if key == name { place = FleetChangeSet.Place(record: Array(entry.content)) }
      case .lease, .request, .group, .image: break
      }
    }
    self.place = place
    self.values = values
  }
}
