/// Why a configuration is not used: everything that was found to be wrong with it.
package struct ConfigurationError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The remarks, at least one.
  package let remarks: [ConfigurationRemark]

  /// No more are looked for.
  package static let maximumRemarks = 50

  package init(_ remarks: [ConfigurationRemark]) {
    precondition(!remarks.isEmpty, "an error says what is wrong")
    self.remarks = remarks
  }

  /// Files could not be read for want of descriptors or memory: the configuration may be right.
  package var isPassing: Bool { remarks.contains(where: \.isPassing) }

  /// What is wrong, in one clause.
  package var summary: String {
    isPassing
      ? "the configuration could not be read for want of descriptors or memory"
      : "the configuration is wrong"
  }

  /// A line for each remark.
  package var description: String { remarks.map(\.description).joined(separator: "\n") }
}
