import Glibc

/// Where the daemon keeps what outlives it.
enum StateFolder {
  /// The folder that the command line names, else that of the configuration, else the system's place
  /// for it; nil when nothing is to be kept.
  static func path(_ options: DaemonOptions, configured: String?) -> String? {
    if options.isEphemeral { return nil }
    if let folder = options.stateFolder ?? configured { return absolute(folder) }
    if let state = environment("XDG_STATE_HOME"), state.hasPrefix("/") { return "\(state)/buttond" }
    if geteuid() == 0 { return "/var/lib/buttond" }
    if let home = environment("HOME"), home.hasPrefix("/") { return "\(home)/.local/state/buttond" }
    return nil
  }

  /// Workers run in another folder, so a path of ours must not depend on it.
  static func absolute(_ path: String) -> String {
    if path.hasPrefix("/") { return path }
    guard let here = getcwd(nil, 0) else { return path }
    defer { free(here) }
    return "\(String(cString: here))/\(path)"
  }

  private static func environment(_ name: String) -> String? {
    guard let value = getenv(name), value.pointee != 0 else { return nil }
    return String(cString: value)
  }
}
