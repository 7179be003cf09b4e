import ButtonProtocol
import ButtonService
import ButtonSocket
import DaemonConfiguration
import Glibc
import Logging
import PluginHost

extension Daemon {
  /// Lets clients and SIGHUP have the configuration read again, if there is one.
  func acceptReloads() {
    guard configuration.path != nil else { return }
    service.reload = { [unowned self] answer in
      reload { outcome in answer(outcome.mapError { ProtocolError($0) }) }
    }
  }

  /// Reads the configuration again and logs what came of it.
  func reload(then: @escaping (RunningConfiguration.Outcome) -> Void = { _ in }) {
    if phase == .starting { isReloadAwaited = true }
    guard phase == .running else { return }
    manager?.reloading()
    guard configuration.path != nil else {
      manager?.reloaded(isValid: true, at: socket.path)
      return log.notice("there is no configuration file to read again")
    }
    configuration.reload(on: loop) { [self] outcome in
      if phase != .running { return }
      switch outcome {
      case .success(let changes):
        manager?.reloaded(isValid: true, at: socket.path)
        takeAccess()
        server?.memoryLimit = service.limits.clientBytes
        tell(changes)
      case .failure(let error):
        manager?.reloaded(isValid: false, at: socket.path)
        for remark in error.remarks { log.error("\(remark)") }
        log.error("the configuration is wrong; the one before stays in force")
      }
      then(outcome)
    }
  }

  /// Puts the access rules into force, for those who are connected too.
  private func takeAccess() {
    let access = AccessList(owner: geteuid(), rules: configuration.settings.access)
    guard access != self.access else { return }
    self.access = access
    do throws(DaemonError) { try socket.setOpen(toOthers: access.isOpenToOthers) } catch {
      log.error("\(error.description)")
    }
    warnOfUnreachableSocket()
    reviewConnections()
  }

  /// Says so when the rules let others connect and the file system does not.
  func warnOfUnreachableSocket() {
    guard access.isOpenToOthers, let folder = socket.closedFolder else { return }
    let advice = "choose another place for the socket"
    log.warning("the access rules let others in, but not all may enter \(folder): \(advice)")
  }

  /// Logs what is to be said about a configuration.
  func logWarnings(_ warnings: [String]) {
    for warning in warnings { log.warning("\(warning)") }
  }

  private func tell(_ changes: ServerReloadResponse) {
    setLogLevel()
    logWarnings(changes.warnings)
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
  /// A loader that knows what this daemon brings along.
  init(_ layout: InstalledLayout) {
    self.init(
      installedThemes: layout.themeFolder,
      figures: SupervisionFigures.all.map { .init(name: $0.name, range: $0.range) })
  }
}

extension ProtocolError {
  /// How many mistakes a reply tells; the log has all.
  private static let maximumRemarks = 5

  /// A configuration that is wrong, and what is wrong about it.
  fileprivate init(_ error: ConfigurationError) {
    var mistakes = error.remarks.prefix(ProtocolError.maximumRemarks).map(\.description)
    let rest = error.remarks.count - mistakes.count
    if rest > 0 { mistakes.append("and \(rest) more, which the log has") }
    self.init(
      .invalidConfiguration,
      "the configuration is wrong; the one before stays in force: "
        + mistakes.joined(separator: "; "),
      path: error.remarks.first.flatMap { $0.path.isEmpty ? nil : $0.path })
  }
}
