import ButtonModel
import ButtonProtocol
import DaemonConfiguration
import Glibc
import PluginHost
import PluginTools

/// Whether a daemon's plugins run, and those in its folders can be used.
struct PluginsCheck {
  private let daemon: SocketCheck.Daemon?
  private let layout: ToolLayout
  private let settings: DaemonSettings?
  private let stateFolder: String?

  init(
    _ daemon: SocketCheck.Daemon?, _ layout: ToolLayout, _ settings: DaemonSettings?,
    stateFolder: String?
  ) {
    (self.daemon, self.layout) = (daemon, layout)
    (self.settings, self.stateFolder) = (settings, stateFolder)
  }

  func examine(_ report: inout DoctorReport) {
    let scan = PluginFolders(folders.filter { access($0, R_OK | X_OK) == 0 }).scan()
    tell(scan.refusals, &report)
    let installed = Dictionary(scan.plugins.map { ($0.manifest.id, $0) }) { first, _ in first }
    if let daemon, daemon.connection != nil {
      guard let answer = daemon.ask(PluginsListRequest(), about: .plugins, &report) else { return }
      let plugins = answer.listings
      for plugin in plugins { tell(plugin, installed[plugin.id], &report) }
      if !report.has(.plugins) {
        report.ok(.plugins, "\(counted(plugins.count, "plugin")), all running")
      }
    } else {
      for (id, plugin) in installed.sorted(by: { $0.key < $1.key }) {
        if let fault = plugin.libraryFault { tell(fault, of: id, &report) }
      }
      if let stateFolder { examineQuarantine(in: stateFolder, &report) }
    }
    if !report.has(.plugins) {
      report.ok(.plugins, "nothing is wrong in their folders; a daemon says how they run")
    }
  }

  /// The folders in which the daemon looks for plugins.
  private var folders: [String] {
    let process = daemon?.process
    var folders: [String] = []
    if process?.has("--no-installed-plugins") != true {
      folders += [layout.plugins, UserPluginFolder.path].compactMap(\.self)
    }
    folders += settings?.plugins.paths ?? []
    return folders + (process?.values(of: "--plugins").compactMap { process?.path($0) } ?? [])
  }

  /// Refused folders are in no list of the daemon.
  private func tell(_ refusals: [PluginRefusal], _ report: inout DoctorReport) {
    for refusal in refusals {
      report.problem(
        .plugins, "\(refusal.message)",
        "Build it for this buttond, or uninstall it:\n"
          + "buttonctl plugin check '\(refusal.folder)'")
    }
  }

  /// A library that would not be loaded.
  private func tell(_ fault: FileError, of id: String, _ report: inout DoctorReport) {
    report.problem(
      .plugins, "\(id) cannot be loaded: \(fault)",
      "Install it again:\nbuttonctl plugin install FILE")
  }

  private func tell(
    _ plugin: PluginListing, _ installed: InstalledPlugin?, _ report: inout DoctorReport
  ) {
    let reason = (plugin.detail?.quarantine ?? plugin.lastError).map { ": \($0)" } ?? ""
    switch plugin.state {
    case "running", "starting":
      // What runs is a copy: the files may have changed since.
      if let fault = installed?.libraryFault {
        tell(fault, of: plugin.id, &report)
      } else if let hash = plugin.detail?.hash, let now = try? installed?.hash(), now != hash {
        report.problem(
          .plugins, "\(plugin.name) runs with other files than its folder has now\(reason)",
          "The daemon's next start takes these:\n"
            + "buttonctl plugin check '\(SocketFolders.folder(of: plugin.path))'\n"
            + "buttonctl plugins reload \(plugin.name)")
      }
    case "disabled":
      report.note(
        .plugins, "\(plugin.name) is disabled",
        "To run it:\nbuttonctl plugins enable \(plugin.name)")
    case "quarantined":
      report.problem(
        .plugins, "\(plugin.name) is quarantined\(reason)",
        "It died too often. Mend it, then:\nbuttonctl plugins reset \(plugin.name)")
    default:
      report.problem(
        .plugins, "\(plugin.name) is \(plugin.state)\(reason)",
        "See the daemon's log and:\n"
          + "buttonctl plugin check '\(SocketFolders.folder(of: plugin.path))'")
    }
  }

  private func examineQuarantine(in folder: String, _ report: inout DoctorReport) {
    guard let plugins = KeptQuarantine.plugins(in: folder) else {
      return report.problem(
        .plugins, "\(folder)/quarantine is damaged",
        "The next start sets it aside; quarantined plugins are then tried again.")
    }
    for (plugin, message) in plugins {
      report.problem(
        .plugins, "\(plugin) is quarantined: \(message)",
        "Start the daemon, mend the plugin, then:\nbuttonctl plugins reset \(plugin)")
    }
  }
}
