extension Theme {
  /// Comes with the daemon, and fills in what others omit.
  package static let builtIn: Theme = {
    let file = PackageResources.default_tokens_json.withUnsafeBytes { ThemeFile($0) }
    precondition(
      file.errors.isEmpty && file.warnings.isEmpty,
      "Config/themes/default.tokens.json is wrong: \((file.errors + file.warnings).first?.text ?? "")"
    )
    return file.theme
  }()
}
