import ArgumentParser
import Logging

/// How a line of the log is written.
enum LogFormat: String, ExpressibleByArgument, CaseIterable {
  case text, json
}

/// From which level on lines are logged.
enum LogLevel: String, ExpressibleByArgument, CaseIterable {
  case trace, debug, info, notice, warning, error, critical

  /// The level in swift-log's words.
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
