import ButtonEngine
import ButtonModel
import ButtonProtocol
import DaemonConfiguration
import Glibc
import PluginHost
import StateDatabase

/// Reports what is wrong with configurations and the places that they name, without starting
/// anything.
struct ConfigurationCheck {
  private let options: DaemonOptions
  private let layout: InstalledLayout
  /// About the current file.
  private var warnings = 0

  init(_ options: DaemonOptions, _ layout: InstalledLayout) {
    self.options = options
    self.layout = layout
  }

  /// Reads everything and prints what is wrong; returns whether a daemon may start with each of the
  /// files.
  mutating func run() -> Bool {
    if options.configurationPaths.isEmpty { return check(nil) }
    // All are examined, so that one run reports on all.
    var isFine = true
    for path in options.configurationPaths where !check(path) { isFine = false }
    return isFine
  }

  /// Whether a daemon may start with the file, or with the built-in defaults.
  private mutating func check(_ path: String?) -> Bool {
    warnings = 0
    var loaded = LoadedConfiguration()
    if let path {
      do throws(ConfigurationError) {
        loaded = try ConfigurationLoader(layout).check(path)
      } catch {
        ButtondCommand.complain(of: error)
        return false
      }
      for warning in loaded.warnings { warn("\(warning)") }
      warnOfPlugins(loaded)
    }
    // Both are examined, so that one run reports both.
    let (isSocketFine, isStateFine) = (checkSocket(loaded.settings), checkState(loaded.settings))
    guard isSocketFine, isStateFine else { return false }
    guard let path else {
      ButtondCommand.write(
        "the built-in defaults hold; --config FILE names a file to check\n", to: 1)
      return true
    }
    let count = loaded.definitions.count
    let besides =
      warnings == 0 ? "" : " but for \(warnings) \(warnings == 1 ? "warning" : "warnings")"
    ButtondCommand.write(
      "\(path) is in order\(besides): \(count) \(count == 1 ? "button" : "buttons"), theme"
        + " \(loaded.settings.theme)\n", to: 1)
    return true
  }

  /// The socket can be made, and reached by everyone whom the access rules let in.
  private mutating func checkSocket(_ settings: DaemonSettings) -> Bool {
    let path = ListeningSocket.path(at: options.socketPath, configured: settings.socket)
    if let complaint = ListeningSocket.complaint(
      at: options.socketPath, configured: settings.socket)
    {
      return judge("\(complaint)", about: SocketFolders.folder(of: path))
    }
    if access(path, F_OK) == 0, let owner = ConfigurationCheck.otherOwner(of: path) { note(owner) }
    if AccessList(owner: geteuid(), rules: settings.access).isOpenToOthers,
      let folder = SocketFolders.firstClosed(to: path)
    {
      warn(ListeningSocket.warning(of: folder))
    }
    return true
  }

  /// The state folder can be used as it is.
  private mutating func checkState(_ settings: DaemonSettings) -> Bool {
    guard let path = options.stateFolderPath(configured: settings.state) else { return true }
    do throws(StateDatabaseError) {
      switch try StateFolderInspection.inspect(path) {
      case .new, .whole, .inUse: break
      case .foreign(let user):
        note(
          "\(path) belongs to \(AccountName.text(ofUser: user)): only that user can start a daemon on it"
        )
      }
      return true
    } catch {
      return judge("\(error)", about: path)
    }
  }

  /// Reports a problem with a place. True if the configuration may be right nevertheless: the place
  /// is another user's, whose daemon may run there.
  private func judge(_ complaint: String, about place: String) -> Bool {
    guard let owner = ConfigurationCheck.otherOwner(of: place) else {
      ButtondCommand.write("buttond: \(complaint)\n", to: 2)
      return false
    }
    note(owner)
    return true
  }

  /// The owner of a place, or of the nearest existing folder above it; nil if it is this user's.
  private static func otherOwner(of place: String) -> String? {
    var path = place
    var status = stat()
    while lstat(path, &status) != 0 {
      if errno == EACCES { return "this user may not look at \(path), which is not checked" }
      let above = SocketFolders.folder(of: path)
      if above == path { return nil }
      path = above
    }
    if status.st_uid == geteuid() { return nil }
    return "\(path) belongs to \(AccountName.text(ofUser: status.st_uid)):"
      + " only that user can start a daemon there"
  }

  /// What buttons name that no plugin has: only a warning, as the plugin may come.
  private mutating func warnOfPlugins(_ loaded: LoadedConfiguration) {
    let engine = Engine(epoch: "")
    let folders =
      (options.usesInstalledPlugins ? layout.pluginFolders : [])
      + loaded.settings.plugins.paths + options.pluginFolders
    let scan = PluginFolders(folders).scan()
    for refusal in scan.refusals { warn(refusal.message) }
    for plugin in scan.plugins { _ = engine.pluginInstalled(plugin.descriptor, now: 0) }
    for button in loaded.definitions {
      let complaints = [
        engine.complaint(about: button.definition), loaded.complaint(about: button),
      ]
      for complaint in complaints.compactMap(\.self) { warn("\(button.remark(complaint))") }
    }
  }

  private func note(_ text: String) { ButtondCommand.write("note: \(text)\n", to: 2) }

  private mutating func warn(_ text: String) {
    warnings += 1
    ButtondCommand.write("warning: \(text)\n", to: 2)
  }
}
