import ButtonProtocol
import Glibc
import PluginHost

/// Where the parts of this installation are, found relative to the running program.
struct InstalledLayout {
  let workerPath: String
  /// Runs the programs of sources.
  let runnerPath: String
  /// Existing folders of plugin folders: the installed one, then the user's.
  let pluginFolders: [String]
  /// The installed themes; need not exist.
  let themeFolder: String

  /// `makesUserFolder` makes the user's folder of plugins if plugins will be installed there.
  init(makesUserFolder: Bool) throws(DaemonError) {
    guard let program = ProgramArguments.executable else {
      throw DaemonError("cannot find my own program: /proc is not mounted")
    }
    let folder = InstalledLayout.parent(program)
    let prefix = InstalledLayout.parent(folder)
    let candidates = ["\(prefix)/libexec/buttond/buttond-worker", "\(folder)/buttond-worker"]
    guard let worker = candidates.first(where: { access($0, X_OK) == 0 }) else {
      throw DaemonError(
        "\(candidates[0]) is missing; run the daemon from its installed place (scripts/install)")
    }
    workerPath = worker
    runnerPath = "\(InstalledLayout.parent(worker))/buttond-runner"
    themeFolder = "\(prefix)/share/buttond/themes"
    let plugins = "\(prefix)/lib/buttond/plugins"
    pluginFolders =
      (access(plugins, R_OK | X_OK) == 0 ? [plugins] : [])
      + InstalledLayout.userFolders(besides: plugins, isMade: makesUserFolder)
  }

  /// The user's folder of plugins, if it exists and can be trusted. If the installed one is not
  /// writable, plugins are installed there: a start makes it, so that the first one is noticed too.
  private static func userFolders(besides installed: String, isMade: Bool) -> [String] {
    guard let folder = UserPluginFolder.path else { return [] }
    if access(folder, F_OK) != 0 {
      guard isMade, access(installed, W_OK) != 0, UserPluginFolder.make(folder) else { return [] }
    }
    if let why = UserPluginFolder.distrust(of: folder) {
      ButtondCommand.write("buttond: \(folder): \(why); its plugins are not used\n", to: 2)
      return []
    }
    return [folder]
  }

  private static func parent(_ path: String) -> String {
    guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return "/" }
    return String(path[..<slash])
  }
}

/// Why the daemon cannot run, and what to do.
struct DaemonError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }

  /// The error in `errno`.
  static func system(_ operation: String, _ subject: String) -> DaemonError {
    DaemonError("cannot \(operation) \(subject): \(String(cString: strerror(errno)))")
  }
}
