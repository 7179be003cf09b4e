import Glibc

/// Folders as the file system has them.
package enum Folder {
  /// Makes a folder.
  package static func make(_ path: String) throws {
    guard mkdir(path, 0o700) == 0 else {
      throw TestFailure("\(path) cannot be made: errno \(errno)")
    }
  }

  /// The names of what is in a folder.
  package static func names(in path: String) throws -> [String] {
    guard let folder = opendir(path) else {
      throw TestFailure("\(path) cannot be read: errno \(errno)")
    }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  /// The permissions of a folder or a file.
  package static func mode(_ path: String) throws -> UInt32 {
    var status = stat()
    guard lstat(path, &status) == 0 else {
      throw TestFailure("\(path) cannot be looked at: errno \(errno)")
    }
    return status.st_mode & 0o777
  }
}
