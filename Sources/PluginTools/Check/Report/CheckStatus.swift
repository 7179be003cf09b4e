/// How an item of a check came out, from good to bad.
package enum CheckStatus: String, Hashable, Sendable, CaseIterable {
  /// Nothing was found.
  case success
  /// Could not be tried.
  case skipped
  /// Something that the plugin can be used with.
  case warning
  /// Something that must be mended.
  case failed
  /// The plugin's process died.
  case crashed

  /// Whether a plugin with such an item does not pass.
  package func isBad(strict: Bool) -> Bool {
    switch self {
    case .success, .skipped: false
    case .warning: strict
    case .failed, .crashed: true
    }
  }
}
