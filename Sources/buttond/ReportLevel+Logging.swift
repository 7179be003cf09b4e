import Logging
import Supervision

extension ReportLevel {
  /// The level in swift-log's words.
  var level: Logger.Level {
    switch self {
    case .debug: .debug
    case .info: .info
    case .warning: .warning
    case .error: .error
    }
  }
}
