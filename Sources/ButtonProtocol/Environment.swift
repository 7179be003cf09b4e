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
}
