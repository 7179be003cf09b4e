import Glibc

/// The command that starts a daemon: of the service manager where it runs one, else by hand.
struct StartCommand {
  /// What to type.
  let command: String

  /// For a daemon at a socket, which is `isNamed` unless it is this user's own, with the configuration
  /// that is known of.
  init(_ socket: String, isNamed: Bool, configuration: String?) {
    if socket.hasPrefix("/run/buttond/") {
      command = "systemctl start buttond"
    } else if !isNamed, StartCommand.isEnabledForUser {
      command = "systemctl --user start buttond"
    } else {
      let words = "buttond --config \(configuration.map { "'\($0)'" } ?? "FILE")"
      command = isNamed ? "\(words) --socket '\(socket)'" : words
    }
  }

  /// Whether this user has the service start with the session: the links that systemd makes for that.
  private static var isEnabledForUser: Bool {
    let folder =
      getenv("XDG_CONFIG_HOME").map { String(cString: $0) }
      ?? getenv("HOME").map { "\(String(cString: $0))/.config" }
    let links = ["default.target.wants/buttond.service", "sockets.target.wants/buttond.socket"]
    return folder.map { folder in
      links.contains { access("\(folder)/systemd/user/\($0)", F_OK) == 0 }
    } ?? false
  }
}
