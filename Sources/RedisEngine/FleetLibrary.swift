/// The functions that the engine runs for a fleet.
package enum FleetLibrary {
  package static let name = "buttond"
  /// The functions' version, as `btn_version` answers.
  package static let version = 2
  /// Which library of the version it is; all daemons of the version can use each.
  package static let edition = edition(of: String(decoding: code, as: UTF8.self))
  package static let code = PackageResources.buttond_lua

  /// 0 if the code names none.
  package static func edition(of code: String) -> Int {
    let marker = "local EDITION = "
    let line = code.split(separator: "\n").first { $0.hasPrefix(marker) }
    return line.flatMap { Int($0.dropFirst(marker.count).prefix { $0.isNumber }) } ?? 0
  }
}
