import DaemonConfiguration
import Logging

extension LogLevel {
  static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }

  var level: Logger.Level {
    switch self {
    case .trace: .trace
    case .debug: .debug
    case .info: .info
    case .notice: .notice
    case .warning: .warning
    case .error: .error
    case .critical: .critical
    }
  }
}
