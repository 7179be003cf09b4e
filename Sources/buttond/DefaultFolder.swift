import Glibc

/// The folder of the daemon's socket where nobody has chosen a place.
struct DefaultFolder {
  let path: String
  /// Whether others may ever be let through; never where everybody can make folders.
  let mayBeEntered: Bool

  /// Makes it if it is not there, and sees to it that it is ours and that others can pass through it
  /// only when they are to.
  func make(isOpenToOthers: Bool) throws(DaemonError) {
    if mkdir(path, 0o700) != 0, errno != EEXIST {
      throw DaemonError("cannot make \(path): \(String(cString: strerror(errno)))")
    }
    var status = stat()
    let foreign: mode_t = mayBeEntered ? 0o066 : 0o077
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR,
      status.st_uid == geteuid(), status.st_mode & foreign == 0
    else {
      throw DaemonError(
        "\(path) is not a folder of ours with mode 0700; remove it, or choose a place with --socket"
      )
    }
    guard mayBeEntered else { return }
    let mode: mode_t = isOpenToOthers ? 0o711 : 0o700
    guard status.st_mode & 0o7777 == mode || chmod(path, mode) == 0 else {
      throw DaemonError("cannot change the mode of \(path): \(String(cString: strerror(errno)))")
    }
  }
}
