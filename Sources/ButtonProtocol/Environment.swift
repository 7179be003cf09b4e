import Glibc

/// The variables of this process.
package enum Environment {
  /// Nil if unset or empty.
  package static func value(_ name: String) -> String? {
    guard let value = getenv(name), value.pointee != 0 else { return nil }
    return String(cString: value)
  }

  /// Nil unless the variable is an absolute path.
  package static func absolutePath(_ name: String) -> String? {
    value(name).flatMap { $0.hasPrefix("/") ? $0 : nil }
  }

  /// Where a daemon of this user keeps its state unless another folder is named; nil without a home.
  package static var defaultStateFolder: String? {
    if let state = Environment.absolutePath("XDG_STATE_HOME") { return "\(state)/buttond" }
    if geteuid() == 0 { return "/var/lib/buttond" }
    return Environment.absolutePath("HOME").map { "\($0)/.local/state/buttond" }
  }
}
