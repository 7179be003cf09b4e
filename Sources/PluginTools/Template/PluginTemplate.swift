import Glibc
import PluginHost

package struct PluginTemplate {
  private let language: PluginLanguage
  private let layout: ToolLayout

  package init(_ language: PluginLanguage, in layout: ToolLayout) {
    self.language = language
    self.layout = layout
  }

  /// Writes the files into a folder, which must be empty or not exist; returns their names. If
  /// anything fails, nothing is left.
  package func write(_ name: PluginName, to folder: String) throws(ToolError) -> [String] {
    let source = try layout.require("\(layout.templates)/\(language.rawValue)")
    let files = try texts(source, name)
    let isMade = try makeEmpty(folder)
    var written: [String] = []
    do throws(ToolError) {
      for file in files {
        try ToolError.from { () throws(FileError) in
          try FileCopy.makeFolders(of: file.name, in: folder, mode: 0o777)
          written.append(file.name)
          try FileCopy.write(file.bytes, to: "\(folder)/\(file.name)", mode: 0o666)
        }
      }
    } catch {
      for entry in (try? PluginFile.entries(of: folder)) ?? [] {
        PluginFile.removeTree("\(folder)/\(entry.name)")
      }
      if isMade { rmdir(folder) }
      throw error
    }
    return written
  }

  /// The text for each placeholder of a template.
  private func words(_ name: PluginName) -> [(word: String, text: String)] {
    [
      ("__NAME__", name.short), ("__ID__", name.id), ("__TYPE__", name.type),
      ("__IDENTIFIER__", name.identifier), ("__UPPER__", ManifestConstants.upper(name.short)),
      ("__PREFIX__", PluginTemplate.forMake(layout.prefix)),
      ("__KIT__", PluginTemplate.forSwift(layout.buttondKit)),
    ]
  }

  private func texts(
    _ source: String, _ name: PluginName
  ) throws(ToolError) -> [(name: String, bytes: [UInt8])] {
    let words = words(name)
    return try ToolError.from { () throws(FileError) in
      var files: [(name: String, bytes: [UInt8])] = []
      // The manifest first: what is made from it is then newer, and not made again at once.
      let names = try FolderListing(of: source).files.sorted()
      for file in names.filter({ $0 == Manifest.fileName })
        + names.filter({ $0 != Manifest.fileName })
      {
        let bytes = try PluginFile.read("\(source)/\(file)", atMost: 1 << 20)
        let text = PluginTemplate.fill(String(decoding: bytes, as: UTF8.self), words)
        // A hidden file's name has its dot only here: lists of files leave hidden ones out.
        let target = file == "gitignore" ? ".gitignore" : PluginTemplate.fill(file, words)
        files.append((target, Array(text.utf8)))
      }
      return files
    }
  }

  /// False if the folder existed, empty.
  private func makeEmpty(_ folder: String) throws(ToolError) -> Bool {
    if mkdir(folder, 0o777) == 0 { return true }
    guard errno == EEXIST else {
      let reason = errno
      if reason == ENOENT {
        throw ToolError("\(folder): its parent folder is missing; make it first")
      }
      throw .system(folder)
    }
    guard PluginFile.isFolder(folder) else {
      throw ToolError("\(folder) exists and is not a folder; name another with --folder")
    }
    let entries = try ToolError.from { () throws(FileError) in
      try PluginFile.entries(of: folder)
    }
    guard entries.isEmpty else {
      throw ToolError(
        "\(folder) is not empty, and nothing in it is overwritten; name another with --folder")
    }
    return false
  }

  static func fill(_ text: String, _ words: [(word: String, text: String)]) -> String {
    var text = text
    for (word, replacement) in words { text = text.replacing(word, with: replacement) }
    return text
  }

  private static func forMake(_ path: String) -> String {
    path.replacing("$", with: "$$").replacing("#", with: "\\#")
  }

  private static func forSwift(_ path: String) -> String {
    path.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
  }
}
