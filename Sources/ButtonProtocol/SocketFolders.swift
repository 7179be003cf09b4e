import Glibc

/// The folders on the way to a socket, which keep out who may not enter them, whatever the socket's own
/// mode is.
package enum SocketFolders {
  /// The first folder that this process may not enter; nil when it may enter all that are there.
  package static func firstUnenterable(to path: String) -> String? {
    folders(to: path).first { folder in
      faccessat(AT_FDCWD, folder, X_OK, AT_EACCESS) != 0 && errno == EACCES
    }
  }

  /// The first folder that is closed to some users; nil when it is open to all, or not there.
  package static func firstClosed(to path: String) -> String? {
    folders(to: path).first { folder in
      var status = stat()
      return stat(folder, &status) == 0 && status.st_mode & S_IXOTH == 0
    }
  }

  /// The folder that a path's file is in.
  package static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// All folders on the way, from the root on, with links resolved where that is possible.
  private static func folders(to path: String) -> [String] {
    // An abstract address has no folders; its text begins with @.
    if path.hasPrefix("@") { return [] }
    var folder = folder(of: path)
    if let resolved = realpath(folder, nil) {
      folder = String(cString: resolved)
      free(resolved)
    }
    guard folder.hasPrefix("/") else { return [folder] }
    var folders: [String] = []
    for name in folder.split(separator: "/") { folders.append("\(folders.last ?? "")/\(name)") }
    return folders
  }
}
