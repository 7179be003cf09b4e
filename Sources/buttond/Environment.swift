import Glibc

enum Environment {
  /// Nil if unset or empty.
  static func value(_ name: String) -> String? {
    guard let value = getenv(name), value.pointee != 0 else { return nil }
    return String(cString: value)
  }

  /// So that child processes do not inherit them.
  static func remove(_ names: String...) {
    for name in names { unsetenv(name) }
  }
}
