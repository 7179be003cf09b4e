import Glibc

/// The folders on the way to a socket. They keep out those who may not enter them, whatever the
/// socket's own mode is.
package enum SocketFolders {
  /// Nil when this process may enter all that exist.
  package static func firstUnenterable(to path: String) -> String? {
    folders(to: path).first { folder in
      faccessat(AT_FDCWD, folder, X_OK, AT_EACCESS) != 0 && errno == EACCES
    }
  }

  /// Nil when all users may enter, or no folder is there.
  package static func firstClosed(to path: String) -> String? {
    folders(to: path).first { folder in
      var status = stat()
      return stat(folder, &status) == 0 && status.st_mode & S_IXOTH == 0
    }
  }

  package static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Returns the folders from the root on, with links resolved where possible.
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
