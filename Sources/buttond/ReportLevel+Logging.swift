import Logging
import Supervision

extension ReportLevel {
  var level: Logger.Level {
    switch self {
    case .debug: .debug
    case .info: .info
    case .warning: .warning
    case .error: .error
    }
  }
}
