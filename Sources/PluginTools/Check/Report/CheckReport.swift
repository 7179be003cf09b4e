/// All that a check found out about a plugin.
package struct CheckReport: Hashable, Sendable {
  package let folder: String
  /// The plugin's id and version; nil where the manifest could not be read.
  package let plugin: String?
  package let version: String?
  /// With it the random part can be repeated.
  package let seed: UInt64
  package let results: [CheckResult]

  /// Whether the plugin may be given to others.
  package func passes(strict: Bool = false) -> Bool {
    !results.contains { $0.status.isBad(strict: strict) }
  }

  /// The result of an item, if it was asked for.
  package subscript(id: String) -> CheckResult? { results.first { $0.id == id } }

  /// How many items came out so.
  package func count(_ status: CheckStatus) -> Int { results.count { $0.status == status } }
}
