import Glibc

/// The folder of plugins that a user installs for themselves, where the daemon's own is not theirs to
/// write to.
package enum UserPluginFolder {
  /// `$XDG_DATA_HOME/buttond/plugins`, or else the same in `~/.local/share`; nil for a user without a
  /// home.
  package static var path: String? {
    if let data = environment("XDG_DATA_HOME") { return "\(data)/buttond/plugins" }
    return environment("HOME").map { "\($0)/.local/share/buttond/plugins" }
  }

  /// Makes a folder that others may not look into, and its parents; false when that cannot be.
  package static func make(_ folder: String) -> Bool {
    do throws(FileError) {
      try PrivateFolder.make(folder)
      return true
    } catch {
      return false
    }
  }

  /// Why code in a folder is not to be run; nil for one that is ours, or root's, and that nobody else
  /// may write to.
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
