import ButtonModel
import ButtonResolver

/// What stands in the daemon's state while a plugin is asked: its keys, the theme and the time.
struct CheckScene {
  /// The keys by their full read names, `state.checkout.total`; what is not here is absent.
  var keys: [UTF8String: StateValue] = [:]
  /// Milliseconds since 1970; by default some time in 2025, so that a look does not depend on the day.
  var now: UInt64 = 1_750_000_000_000
  /// What is special about it, for those who read the report.
  var remark: String?

  /// The tokens of the theme that comes with the daemon, by their read names.
  static let theme: [(name: UTF8String, value: StateValue)] = Theme.builtIn.tokens.map { token in
    (UTF8String(bytes: Array("theme.".utf8) + token.path.bytes), token.value)
  }

  /// A scene in which all of some keys have one value.
  init(_ names: some Sequence<UTF8String> = [], all value: StateValue? = nil, remark: String? = nil)
  {
    for name in names { keys[name] = value }
    self.remark = remark
  }
}
