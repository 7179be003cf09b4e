import Glibc

/// The folder of plugins that a user installs for themselves if the daemon's folder is not
/// writable.
package enum UserPluginFolder {
  /// `plugins` in `$XDG_DATA_HOME/buttond` or `~/.local/share/buttond`; nil without a home.
  package static var path: String? {
    if let data = environment("XDG_DATA_HOME") { return "\(data)/buttond/plugins" }
    return environment("HOME").map { "\($0)/.local/share/buttond/plugins" }
  }

  /// Makes a private folder and its parents; false if that fails.
  package static func make(_ folder: String) -> Bool {
    do throws(FileError) {
      try PrivateFolder.make(folder)
      return true
    } catch {
      return false
    }
  }

  /// Why code in a folder is not to be run; nil if the folder is ours or root's and only its owner
  /// may write to it.
  package static func distrust(of folder: String) -> String? {
    var status = stat()
    guard lstat(folder, &status) == 0 else { return String(cString: strerror(errno)) }
    guard status.st_mode & S_IFMT == S_IFDIR else { return "is not a folder" }
    guard status.st_uid == geteuid() || status.st_uid == 0 else { return "belongs to another user" }
    guard status.st_mode & 0o022 == 0 else { return "others may write to it; chmod go-w it" }
    return nil
  }

  private static func environment(_ name: String) -> String? {
    guard let value = getenv(name), value.pointee == CChar(UInt8(ascii: "/")) else { return nil }
    return String(cString: value)
  }
}
