import ButtonProtocol
import Glibc

extension Environment {
  /// So that child processes do not inherit them.
  static func remove(_ names: String...) {
    for name in names { unsetenv(name) }
  }
}
