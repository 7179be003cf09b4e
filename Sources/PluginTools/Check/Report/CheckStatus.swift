/// A check's outcome, from good to bad.
package enum CheckStatus: String, Hashable, Sendable, CaseIterable {
  case success
  /// It could not be tried.
  case skipped
  /// The plugin can be used nevertheless.
  case warning
  case failed
  case crashed

  package func isBad(strict: Bool) -> Bool {
    switch self {
    case .success, .skipped: false
    case .warning: strict
    case .failed, .crashed: true
    }
  }
}
