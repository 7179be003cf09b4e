import Glibc

/// Folders that only their owner may look into.
enum PrivateFolder {
  /// Makes a folder with mode 0700, and its parents. An existing one must be ours, and is closed to
  /// others.
  static func make(_ path: String) throws(FileError) {
    if mkdir(path, 0o700) == 0 { return }
    if errno == ENOENT, let slash = path.lastIndex(of: "/"), slash != path.startIndex {
      try makeParent(String(path[..<slash]))
      if mkdir(path, 0o700) == 0 { return }
    }
    guard errno == EEXIST else { throw .system(path) }
    var status = stat()
    guard lstat(path, &status) == 0 else { throw .system(path) }
    guard status.st_mode & S_IFMT == S_IFDIR else {
      throw FileError(path: path, what: "is not a folder; move it away")
    }
    guard status.st_uid == geteuid() else {
      throw FileError(path: path, what: "belongs to another user; give it to this one")
    }
    if status.st_mode & 0o077 != 0, chmod(path, 0o700) != 0 { throw .system(path) }
  }

  private static func makeParent(_ path: String) throws(FileError) {
    if PluginFile.isFolder(path) { return }
    if let slash = path.lastIndex(of: "/"), slash != path.startIndex {
      try makeParent(String(path[..<slash]))
    }
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw .system(path) }
  }
}
