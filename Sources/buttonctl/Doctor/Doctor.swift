import ButtonClient
import ButtonModel
import ButtonProtocol
import DaemonConfiguration
import Glibc
import PluginHost
import PluginTools
import StateDatabase

/// Examines a daemon and its surroundings, whether it runs or not.
struct Doctor {
  private(set) var report = DoctorReport()
  private let layout: ToolLayout
  private let configuration: String?
  private let state: String?
  /// The daemon is another user's, and this one cannot look at it.
  private var isForeign = false
  /// What a daemon would report on its buttons, if none runs.
  private var rehearsal: StartRehearsal?
  /// The most remarks on files; `buttond --check` has all.
  private static let maximumRemarks = 5

  /// The arguments are those with which a daemon that does not run would be started.
  init(_ layout: ToolLayout, configuration: String?, state: String?) {
    self.layout = layout
    self.configuration = configuration
    self.state = state
  }

  mutating func examine(_ given: String?) {
    let configured = configuration.flatMap { try? loader.check($0).settings.socket }.map {
      ProcessFacts.absolute($0)
    }
    var socket = SocketCheck(
      given, configured: configured, configuration: configurationPath(of: nil))
    let daemon = socket.examine(&report)
    isForeign = socket.isForeign
    let process = daemon?.process
    let settings = examineConfiguration(of: process)
    let stats: ServerStatsResponse? = daemon?.connection.flatMap {
      try? $0.call(ServerStatsRequest()).decode()
    }
    examineState(of: daemon, stats, settings)
    let folder = statePath(of: process, settings)
    PluginsCheck(daemon, layout, settings, stateFolder: folder).examine(&report)
    SourcesCheck(daemon, settings).examine(&report)
    let leases = stats?.leases ?? []
    let programs = ProgramCheck(socket.path, daemonAnswers: daemon?.connection != nil, layout)
    programs.examine("buttond-mqtt", .mqtt, file: "mqtt.yaml", &report)
    MQTTCheck(socket.path, settings).examine(&report)
    FleetCheck(daemon).examine(&report)
    ButtonsCheck(daemon, rehearsal, leases).examine(&report)
    programs.examine("buttond-gateway", .gateway, &report)
    programs.examine("buttond-surface", .surface, file: "surface.yaml", &report)
  }

  // MARK: Configuration

  private var loader: ConfigurationLoader {
    ConfigurationLoader(
      installedThemes: "\(layout.prefix)/share/buttond/themes",
      figures: SupervisionFigures.all.map(\.setting))
  }

  /// The file that a daemon reads.
  private func configurationPath(of process: ProcessFacts?) -> String? {
    if let configuration { return configuration }
    if let process { return process.value(of: "--config").flatMap { process.path($0) } }
    return UnitFile.path("buttond.yaml")
  }

  private mutating func examineConfiguration(of process: ProcessFacts?) -> DaemonSettings? {
    guard let path = configurationPath(of: process) else {
      if let process, process.words.isEmpty || process.value(of: "--config") != nil {
        let what = process.value(of: "--config").map { "where \($0) is" } ?? "how it was started"
        report.note(
          .configuration, "this user may not see \(what): process \(process.id)",
          "Name it with --config, or run this as the daemon's user.")
      } else {
        report.ok(
          .configuration, process == nil ? "none is named (--config)" : "none; the defaults hold")
      }
      return DaemonSettings()
    }
    do throws(ConfigurationError) {
      let loaded = try loader.check(path)
      report.ok(
        .configuration, "\(path): \(counted(loaded.definitions.count, "button")), in order")
      note(loaded.warnings, path)
      if !report.has(.theme) { report.ok(.theme, "\(loaded.settings.theme) is in order") }
      if process == nil {
        rehearsal = StartRehearsal(layout, configuration: path, besides: loaded.warnings)
      }
      return loaded.settings
    } catch {
      let remarks = error.remarks
      for remark in remarks.prefix(Doctor.maximumRemarks) {
        report.problem(
          Doctor.check(of: remark), "\(remark)",
          remark.place == nil
            ? "See whether the file is there and may be read."
            : "Mend the file, then:\nbuttonctl reload")
      }
      tellRest(of: remarks, path)
      return nil
    }
  }

  private mutating func note(_ remarks: [ConfigurationRemark], _ path: String) {
    for remark in remarks.prefix(Doctor.maximumRemarks) {
      report.note(Doctor.check(of: remark), "\(remark)")
    }
    tellRest(of: remarks, path)
  }

  private mutating func tellRest(of remarks: [ConfigurationRemark], _ path: String) {
    let rest = remarks.count - Doctor.maximumRemarks
    if rest > 0 {
      report.note(
        .configuration, "there is more to say: \(rest) further remarks",
        "All of them:\nbuttond --check --config '\(path)'")
    }
  }

  /// Remarks on a theme's file belong to the theme.
  private static func check(of remark: ConfigurationRemark) -> DoctorCheck {
    let isTheme =
      remark.file.hasSuffix(".tokens.json") || remark.path == "theme"
      || remark.path.hasPrefix("theme[")
    return isTheme ? .theme : .configuration
  }

  // MARK: State

  private mutating func examineState(
    of daemon: SocketCheck.Daemon?, _ stats: ServerStatsResponse?, _ settings: DaemonSettings?
  ) {
    let process = daemon?.process
    if process?.isEphemeral == true {
      return report.ok(.state, "nothing is kept: the daemon was started with --ephemeral")
    }
    if isForeign, state == nil {
      return report.ok(.state, "not looked at: it is the daemon's user's")
    }
    guard let path = statePath(of: process, settings) else {
      return report.note(
        .state, "where state is kept is not known", "Name the folder with --state.")
    }
    if stats?.figures.contains(where: { $0.name == "durabilityLost" && $0.value != 0 }) == true {
      report.problem(
        .state, "changes cannot be written to \(path)",
        "Make space on its disk, or mend it; the daemon goes on writing when it can. Until then state "
          + "is in memory only: do not stop the daemon.")
    }
    do throws(StateDatabaseError) {
      switch try StateFolderInspection.inspect(path) {
      case .new: report.ok(.state, "\(path) is made at the start")
      case .whole:
        let isAssumed = daemon == nil && state == nil && settings?.state == nil
        report.ok(
          .state, "\(path)\(isAssumed ? ", where a start without --state keeps it," : "") is whole")
      case .inUse(let owner):
        if daemon == nil {
          report.problem(
            .state, "\(path) is used by \(owner)",
            "That daemon listens elsewhere: stop it, or name its socket with --socket.")
        } else if !report.has(.state) {
          try StateFolderInspection.checkWriting(in: path)
          report.ok(.state, "\(path) is in use by the daemon")
        }
      case .foreign(let user):
        if daemon == nil {
          report.note(
            .state,
            "\(path) belongs to \(AccountName.text(ofUser: user)): only that user can start a "
              + "daemon on it", "Start it as that user, or as its service.")
        } else if !report.has(.state) {
          report.ok(.state, "\(path) belongs to \(AccountName.text(ofUser: user))")
        }
      }
    } catch {
      if daemon != nil, error.kind == .unusablePath, geteuid() != daemon?.process.user {
        return report.note(.state, "only its owner can look at \(path)")
      }
      report.problem(
        .state, "\(error.path): \(error.message)", advice(on: error, path, process))
    }
  }

  private func advice(
    on error: StateDatabaseError, _ folder: String, _ process: ProcessFacts?
  ) -> String {
    switch error.kind {
    case .damaged:
      "Restore a backup:\nbuttonctl restore FILE --state '\(folder)'\nOr begin empty; what is there is "
        + "kept under another name:\n\(startCommand(folder, process)) --accept-data-loss"
    case .newerVersion: "Start the version of buttond that wrote it."
    case .unusablePath, .inUse, .noSpace, .failed:
      error.advice.map { $0.prefix(1).uppercased() + $0.dropFirst() + "." }
        ?? "Look at the daemon's log."
    }
  }

  private func startCommand(_ folder: String, _ process: ProcessFacts?) -> String {
    let words = configurationPath(of: process).map { " --config '\($0)'" } ?? ""
    return "buttond\(words) --state '\(folder)'"
  }

  private func statePath(of process: ProcessFacts?, _ settings: DaemonSettings?) -> String? {
    if let state { return state }
    if let named = process?.value(of: "--state") { return process?.path(named) }
    // A configuration with mistakes may name it.
    guard let settings else { return nil }
    if let process {
      if let named = settings.state { return named }
      if process.words.isEmpty { return process.user == 0 ? "/var/lib/buttond" : nil }
      // Its environment may differ from this process's.
      guard process.user == geteuid() else {
        return access("/var/lib/buttond", F_OK) == 0 ? "/var/lib/buttond" : nil
      }
    }
    return settings.state ?? Environment.defaultStateFolder
  }
}
