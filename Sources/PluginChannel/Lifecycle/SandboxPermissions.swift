/// What a plugin's manifest requests beyond what every plugin may do.
package struct SandboxPermissions: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Permission to start threads.
  package static let threads = SandboxPermissions(rawValue: 1)
  /// Permission to read the system's time zones and locales.
  package static let systemLocale = SandboxPermissions(rawValue: 2)
}
