import ArgumentParser
import Glibc

/// When colours are used.
enum ColorChoice: String, ExpressibleByArgument, CaseIterable {
  /// On a terminal that has them, unless `NO_COLOR` is set.
  case auto
  case always
  case never

  /// What that comes to for an output.
  func usesColor(isTerminal: Bool) -> Bool {
    switch self {
    case .always: true
    case .never: false
    case .auto:
      isTerminal && ColorChoice.variable("NO_COLOR") == nil
        && ColorChoice.variable("TERM") != "dumb"
    }
  }

  /// A variable of the environment; nil where it is empty as well.
  static func variable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
  }
}
