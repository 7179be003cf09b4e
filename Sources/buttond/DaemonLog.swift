import DaemonConfiguration
import Logging

/// The daemon's log, whose level a reload may change for all who write to it.
final class DaemonLog {
  /// What the command line wants logged, whatever the configuration says.
  private let chosenLevel: LogLevel?
  private var logger: Logger

  /// A log to standard error.
  init(_ options: DaemonOptions, _ settings: DaemonSettings) {
    let level = (options.logLevel ?? settings.logging.level ?? .info).level
    chosenLevel = options.logLevel
    logger = Logger(label: "buttond") { label in
      StandardErrorLog(
        label: label, level: level, format: options.logFormat ?? settings.logging.format ?? .text)
    }
  }

  /// The least level that is logged.
  var level: Logger.Level { logger.logLevel }

  /// Has it say as much as a configuration wants, if the command line wants nothing.
  func takeLevel(of settings: DaemonSettings) {
    logger.logLevel = (chosenLevel ?? settings.logging.level ?? .info).level
  }

  /// Logs a line.
  func log(
    level: Logger.Level, _ message: @autoclosure () -> Logger.Message,
    metadata: @autoclosure () -> Logger.Metadata? = nil
  ) {
    logger.log(level: level, message(), metadata: metadata())
  }

  /// Logs a line of the level `info`.
  func info(
    _ message: @autoclosure () -> Logger.Message,
    metadata: @autoclosure () -> Logger.Metadata? = nil
  ) { log(level: .info, message(), metadata: metadata()) }

  /// Logs a line of the level `notice`.
  func notice(
    _ message: @autoclosure () -> Logger.Message,
    metadata: @autoclosure () -> Logger.Metadata? = nil
  ) { log(level: .notice, message(), metadata: metadata()) }

  /// Logs a line of the level `warning`.
  func warning(
    _ message: @autoclosure () -> Logger.Message,
    metadata: @autoclosure () -> Logger.Metadata? = nil
  ) { log(level: .warning, message(), metadata: metadata()) }

  /// Logs a line of the level `error`.
  func error(
    _ message: @autoclosure () -> Logger.Message,
    metadata: @autoclosure () -> Logger.Metadata? = nil
  ) { log(level: .error, message(), metadata: metadata()) }

  /// Logs what is to be said about a configuration, or about what was kept.
  func warn(_ warnings: [String]) {
    for text in warnings { warning("\(text)") }
  }
}
