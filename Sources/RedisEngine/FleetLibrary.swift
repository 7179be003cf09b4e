/// The functions that the engine runs for a fleet.
package enum FleetLibrary {
  /// What the library is called there.
  package static let name = "buttond"
  /// The version of its functions, which `btn_version` answers.
  package static let version = 2
  /// Its code in Lua.
  package static let code = PackageResources.buttond_lua
}
