import Glibc

/// The command that starts a daemon: the service manager's if it runs one, else by hand.
struct StartCommand {
  let command: String

  /// The socket `isNamed` unless it is this user's default; `configuration` is nil if unknown.
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

  /// The links that systemd makes if this user has the service start with the session.
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
