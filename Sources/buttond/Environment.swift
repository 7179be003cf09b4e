import Glibc

/// The variables that this process was started with.
enum Environment {
  /// A variable's value; nil when it is unset or empty.
  static func value(_ name: String) -> String? {
    guard let value = getenv(name), value.pointee != 0 else { return nil }
    return String(cString: value)
  }

  /// Removes variables, so that child processes do not inherit them.
  static func remove(_ names: String...) {
    for name in names { unsetenv(name) }
  }
}
