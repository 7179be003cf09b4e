import ButtonProtocol
import ButtonService
import DaemonConfiguration
import Logging
import PluginHost

extension Daemon {
  /// Lets clients and SIGHUP reload the configuration, if there is one.
  func acceptReloads() {
    guard configuration.path != nil else { return }
    service.reload = { [unowned self] answer in
      reload { outcome in answer(outcome.mapError { ProtocolError($0) }) }
    }
  }

  func reload(then: @escaping (RunningConfiguration.Outcome) -> Void = { _ in }) {
    if ending.phase == .starting { configuration.isReloadAwaited = true }
    guard ending.phase == .running else { return }
    manager?.reloading()
    guard configuration.path != nil else {
      manager?.reloaded(isValid: true, at: clients.path)
      return log.notice("there is no configuration file to read again")
    }
    configuration.reload(on: loop) { [self] outcome in
      if ending.phase != .running { return }
      switch outcome {
      case .success(let changes):
        manager?.reloaded(isValid: true, at: clients.path)
        clients.take(configuration.settings)
        sources.take(configuration.settings.sources, configuration.settings.limits)
        log.takeLevel(of: configuration.settings)
        clients.noteErrorsIfWanted()
        tell(changes)
      case .failure(let error):
        manager?.reloaded(isValid: false, at: clients.path)
        for remark in error.remarks { log.error("\(remark)") }
        log.error("\(error.summary); the one before stays in force")
      }
      then(outcome)
    }
  }

  private func tell(_ changes: ServerReloadResponse) {
    log.warn(changes.warnings)
    log.notice(
      "the configuration was read again",
      metadata: [
        "theme": "\(changes.theme)", "tokensChanged": "\(changes.tokensChanged)",
        "buttonsDefined": "\(changes.buttonsDefined)",
        "buttonsRemoved": "\(changes.buttonsRemoved)",
      ])
  }
}

extension ConfigurationLoader {
  init(_ layout: InstalledLayout, definesNothing: Bool = false) {
    self.init(
      installedThemes: layout.themeFolder,
      figures: SupervisionFigures.all.map(\.setting),
      definesNothing: definesNothing)
  }
}

extension ProtocolError {
  /// The most remarks in a reply; the log has all.
  private static let maximumRemarks = 5

  fileprivate init(_ error: ConfigurationError) {
    var mistakes = error.remarks.prefix(ProtocolError.maximumRemarks).map(\.description)
    let rest = error.remarks.count - mistakes.count
    if rest > 0 { mistakes.append("and \(rest) more, which the log has") }
    self.init(
      .invalidConfiguration,
      "\(error.summary); the one before stays in force: "
        + mistakes.joined(separator: "; "),
      path: error.remarks.first.flatMap { $0.path.isEmpty ? nil : $0.path })
  }
}
