/// A plugin folder's visible regular files and, eight levels deep, folders. Hidden entries and
/// links do not belong to a plugin.
package struct FolderListing {
  /// Beside the manifest and the library.
  package static let maximumFiles = 1_024
  package static let maximumFolders = 256
  private static let maximumDepth = 8

  /// Relative to the folder.
  package private(set) var files: [String] = []
  /// Relative to the folder.
  private(set) var folders: [String] = []

  package init(of root: String) throws(FileError) { try add("", in: root, depth: 0) }

  private mutating func add(_ folder: String, in root: String, depth: Int) throws(FileError) {
    let path = folder.isEmpty ? root : "\(root)/\(folder)"
    for entry in try PluginFile.entries(of: path) where !entry.name.hasPrefix(".") {
      let name = folder.isEmpty ? entry.name : "\(folder)/\(entry.name)"
      switch entry.kind {
      case .file: files.append(name)
      case .folder where depth < FolderListing.maximumDepth:
        folders.append(name)
        try add(name, in: root, depth: depth + 1)
      case .folder, .other: break
      }
      try check(root)
    }
  }

  private func check(_ root: String) throws(FileError) {
    guard files.count <= FolderListing.maximumFiles + 2 else {
      throw FileError(path: root, what: "has more than \(FolderListing.maximumFiles) files")
    }
    guard folders.count <= FolderListing.maximumFolders else {
      throw FileError(path: root, what: "has more than \(FolderListing.maximumFolders) folders")
    }
  }
}
