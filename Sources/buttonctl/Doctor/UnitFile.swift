import ButtonProtocol
import Glibc

/// The files that the units of this machine, or of this user, read.
enum UnitFile {
  private static var isRoot: Bool { geteuid() == 0 }

  /// Nil if the file does not exist.
  static func path(_ name: String) -> String? {
    let home = Environment.value("HOME").map { "\($0)/.config" }
    let folder = isRoot ? "/etc" : Environment.value("XDG_CONFIG_HOME") ?? home
    guard let path = folder.map({ "\($0)/buttond/\(name)" }), access(path, F_OK) == 0 else {
      return nil
    }
    return path
  }

  /// Nil also if those units' daemon is not the one at the socket.
  static func path(_ name: String, ofDaemonAt socket: String) -> String? {
    let usual =
      isRoot
      ? "/run/buttond/buttond.sock"
      : DefaultSocket(user: geteuid(), environment: Environment.value).path
    return ProcessFacts.absolute(socket) == usual ? path(name) : nil
  }

  /// As the end of advice.
  static func startAdvice(_ unit: String) -> String {
    "Start it:\nsystemctl \(isRoot ? "" : "--user ")enable --now \(unit)"
  }
}
