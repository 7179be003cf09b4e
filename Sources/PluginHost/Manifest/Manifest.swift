package import ButtonModel

/// What a plugin says of itself in its `plugin.json`: all that is known before any of its code runs.
package struct Manifest: Hashable, Sendable {
  /// The file's name in the plugin's folder.
  package static let fileName = "plugin.json"
  /// The largest file that is read, in bytes.
  package static let maximumBytes = 256 * 1024
  /// The revision of the file's format that this daemon reads.
  package static let schemaVersion = 1

  /// The plugin's name everywhere and for ever, in reverse DNS: `org.example.outline`.
  package var id: String
  /// The name people see; a short one such as `outline` also stands for the id.
  package var name: String
  /// Must equal the version in the library's table.
  package var version: String
  package var license: String
  package var description: String
  package var abi: ABIVersion
  /// The shared library for each platform, relative to the plugin's folder.
  package var library: [PlatformFile]
  /// SHA-256 of the library for each platform, where given.
  package var sha256: [PlatformFile]
  package var styles: [EntryDescriptor]
  package var handlers: [EntryDescriptor]
  /// The state that the plugin may read: `state.checkout.*`.
  package var reads: [String]
  package var permissions: ManifestPermissions
  package var limits: ManifestLimits
  /// The style that stands in where a style of the plugin names no base.
  package var fallback: SystemStyle

  /// The name that may stand for the id in `outline/outline`: `name` where it consists of
  /// `a-z 0-9 -` alone, else the id's last component in lower case.
  package var shortName: String? {
    if ManifestName.isShort(name) { return name }
    let last = id.split(separator: ".").last.map { $0.lowercased() } ?? ""
    return ManifestName.isShort(last) ? last : nil
  }

  /// The library for a platform, `linux-x86_64`, or for its system alone, `linux`.
  package func library(for platform: Platform) -> String? {
    platform.pick(from: library)
  }

  /// The SHA-256 in lower-case hexadecimal that the library for a platform must have.
  package func sha256(for platform: Platform) -> String? {
    platform.pick(from: sha256)
  }
}

/// A value of a manifest that depends on the platform.
package struct PlatformFile: Hashable, Sendable {
  /// A platform's name as `Platform` spells it.
  package let platform: String
  package let value: String
}

/// A revision of the plugin ABI.
package struct ABIVersion: Hashable, Sendable {
  /// What this daemon offers; a plugin runs with the same major and no later minor.
  package static let host = ABIVersion(major: 1, minor: 0)

  package let major: UInt32
  package let minor: UInt32

  package init(major: UInt32, minor: UInt32) {
    self.major = major
    self.minor = minor
  }

  /// Whether a plugin that needs this revision runs on a host that offers `host`.
  package func isServed(by host: ABIVersion) -> Bool {
    major == host.major && minor <= host.minor
  }
}

extension ABIVersion: CustomStringConvertible {
  package var description: String { "\(major).\(minor)" }
}

/// What a plugin may do beyond resolving.
package struct ManifestPermissions: Hashable, Sendable {
  /// Start threads.
  package var threads = false
  /// Read the system's locale and time zone files.
  package var systemLocale = false
  /// Read files of its folder.
  package var resources = false
}

/// The bounds that a plugin sets itself.
package struct ManifestLimits: Hashable, Sendable {
  /// The most memory it may take.
  package static let memoryRange: ClosedRange<Int64> = 16...4096
  package static let startTimeoutRange: ClosedRange<Int64> = 1...10_000
  package static let batchBudgetRange: ClosedRange<Int64> = 1...2_000

  /// Address space in MiB.
  package var memoryMiB = 256
  /// From spawn to hello, in milliseconds; nil for the daemon's figure.
  package var startTimeoutMs: Int?
  /// The most that a batch may take, in milliseconds; only lowers the daemon's figure.
  package var batchBudgetMs: Int?
}
