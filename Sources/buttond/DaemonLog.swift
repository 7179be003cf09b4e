import DaemonConfiguration
import Logging

/// The daemon's log; a reload may change its level for all its users.
final class DaemonLog {
  /// The command line's, which overrides the configuration.
  private let chosenLevel: LogLevel?
  private var logger: Logger

  init(_ options: DaemonOptions, _ settings: DaemonSettings) {
    let level = (options.logLevel ?? settings.logging.level ?? .info).level
    chosenLevel = options.logLevel
    logger = Logger(label: "buttond") { label in
      StandardErrorLog(
        label: label, level: level, format: options.logFormat ?? settings.logging.format ?? .text)
    }
  }

  var level: Logger.Level { logger.logLevel }

  /// Applies a configuration's level, unless the command line sets one.
  func takeLevel(of settings: DaemonSettings) {
    logger.logLevel = (chosenLevel ?? settings.logging.level ?? .info).level
  }

  func log(
    level: Logger.Level, _ message: @autoclosure () -> Logger.Message,
    metadata: @autoclosure () -> Logger.Metadata? = nil
  ) {
    logger.log(level: level, message(), metadata: metadata())
  }

  func info(
    _ message: @autoclosure () -> Logger.Message,
    metadata: @autoclosure () -> Logger.Metadata? = nil
  ) { log(level: .info, message(), metadata: metadata()) }

  func notice(
    _ message: @autoclosure () -> Logger.Message,
    metadata: @autoclosure () -> Logger.Metadata? = nil
  ) { log(level: .notice, message(), metadata: metadata()) }

  func warning(
    _ message: @autoclosure () -> Logger.Message,
    metadata: @autoclosure () -> Logger.Metadata? = nil
  ) { log(level: .warning, message(), metadata: metadata()) }

  func error(
    _ message: @autoclosure () -> Logger.Message,
    metadata: @autoclosure () -> Logger.Metadata? = nil
  ) { log(level: .error, message(), metadata: metadata()) }

  func warn(_ warnings: [String]) {
    for text in warnings { warning("\(text)") }
  }
}
