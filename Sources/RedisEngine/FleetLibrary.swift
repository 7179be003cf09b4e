/// The functions that the engine runs for a fleet.
package enum FleetLibrary {
  /// What the library is called there.
  package static let name = "buttond"
  /// The version of its functions, which `btn_version` answers.
  package static let version = 2
  /// Which of the libraries of that version it is; all daemons of the version can use each.
  package static let edition = edition(of: String(decoding: code, as: UTF8.self))
  /// Its code in Lua.
  package static let code = PackageResources.buttond_lua

  /// The edition that a library's code names; 0 if it names none.
  package static func edition(of code: String) -> Int {
    let marker = "local EDITION = "
    let line = code.split(separator: "\n").first { $0.hasPrefix(marker) }
    return line.flatMap { Int($0.dropFirst(marker.count).prefix { $0.isNumber }) } ?? 0
  }
}
