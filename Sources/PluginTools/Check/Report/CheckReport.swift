package struct CheckReport: Hashable, Sendable {
  package let folder: String
  /// Nil if the manifest could not be read.
  package let plugin: String?
  package let version: String?
  package let seed: UInt64
  package let results: [CheckResult]

  /// The plugin may be published.
  package func passes(strict: Bool = false) -> Bool {
    !results.contains { $0.status.isBad(strict: strict) }
  }

  /// Nil if the item was not requested.
  package subscript(id: String) -> CheckResult? { results.first { $0.id == id } }

  package func count(_ status: CheckStatus) -> Int { results.count { $0.status == status } }
}
