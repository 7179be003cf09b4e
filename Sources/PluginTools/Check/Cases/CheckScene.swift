import ButtonModel
import ButtonResolver

/// The daemon's state while a plugin is asked: its keys, the theme and the time.
struct CheckScene {
  /// By full read names, `state.checkout.total`; all others are absent.
  var keys: [UTF8String: StateValue] = [:]
  /// Milliseconds since 1970; fixed in 2025, so that a look does not depend on the day.
  var now: UInt64 = 1_750_000_000_000
  /// What is special about it, for the report.
  var remark: String?

  /// The built-in theme's tokens by their read names.
  static let theme: [(name: UTF8String, value: StateValue)] = Theme.builtIn.tokens.map { token in
    (UTF8String(bytes: Array("theme.".utf8) + token.path.bytes), token.value)
  }

  init(_ names: some Sequence<UTF8String> = [], all value: StateValue? = nil, remark: String? = nil)
  {
    for name in names { keys[name] = value }
    self.remark = remark
  }
}
