package import ButtonModel

/// What a plugin says of itself in its `plugin.json`: all that is known before any of its code
/// runs.
package struct Manifest: Hashable, Sendable {
  package static let fileName = "plugin.json"
  package static let maximumBytes = 256 * 1024
  /// The revision of the file's format that this daemon reads.
  package static let schemaVersion = 1

  /// Permanent, in reverse DNS: `org.example.outline`.
  package var id: String
  /// The name people see; a short one such as `outline` also stands for the id.
  package var name: String
  /// Must equal the version in the library's table.
  package var version: String
  package var license: String
  package var description: String
  package var abi: ABIVersion
  /// Relative to the plugin's folder.
  package var library: [PlatformFile]
  /// The library's SHA-256, where given.
  package var sha256: [PlatformFile]
  package var styles: [EntryDescriptor]
  package var handlers: [EntryDescriptor]
  /// The state that the plugin may read: `state.checkout.*`.
  package var reads: [String]
  package var permissions: ManifestPermissions
  package var limits: ManifestLimits
  /// The default base of the plugin's styles.
  package var fallback: SystemStyle

  /// Stands for the id in `outline/outline`: `name` if it consists of `a-z 0-9 -` alone, else the
  /// id's last component in lower case.
  package var shortName: String? {
    if ManifestName.isShort(name) { return name }
    let last = id.split(separator: ".").last.map { $0.lowercased() } ?? ""
    return ManifestName.isShort(last) ? last : nil
  }

  /// The entry for the platform, `linux-x86_64`, or else for its system, `linux`.
  package func library(for platform: Platform) -> String? {
    platform.pick(from: library)
  }

  /// Returns the digest in lower-case hexadecimal.
  package func sha256(for platform: Platform) -> String? {
    platform.pick(from: sha256)
  }
}

/// A value of a manifest that depends on the platform.
package struct PlatformFile: Hashable, Sendable {
  /// As `Platform` spells it.
  package let platform: String
  package let value: String
}

/// A revision of the plugin ABI.
package struct ABIVersion: Hashable, Sendable {
  /// What this daemon offers; a plugin runs if its major is the same and its minor is not later.
  package static let host = ABIVersion(major: 1, minor: 0)

  package let major: UInt32
  package let minor: UInt32

  package init(major: UInt32, minor: UInt32) {
    self.major = major
    self.minor = minor
  }

  package func isServed(by host: ABIVersion) -> Bool {
    major == host.major && minor <= host.minor
  }
}

extension ABIVersion: CustomStringConvertible {
  package var description: String { "\(major).\(minor)" }
}

/// What a plugin may do beyond resolving.
package struct ManifestPermissions: Hashable, Sendable {
  package var threads = false
  /// Read the system's locale and time zone files.
  package var systemLocale = false
  /// Read files in its folder.
  package var resources = false
}

/// The bounds that a plugin sets itself.
package struct ManifestLimits: Hashable, Sendable {
  /// In MiB.
  package static let memoryRange: ClosedRange<Int64> = 16...4096
  package static let startTimeoutRange: ClosedRange<Int64> = 1...10_000
  package static let batchBudgetRange: ClosedRange<Int64> = 1...2_000

  /// Address space.
  package var memoryMiB = 256
  /// The time from spawn to hello; nil for the daemon's figure.
  package var startTimeoutMs: Int?
  /// The most that a batch may take; only lowers the daemon's figure.
  package var batchBudgetMs: Int?
}
