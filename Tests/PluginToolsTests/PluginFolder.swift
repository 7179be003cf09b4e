import Glibc
import PluginHost
import TestSupport

/// A plugin's folder of one test's own, whose library is one by its first bytes alone.
final class PluginFolder {
  let folder = TemporaryFolder()

  var path: String { folder.path }

  /// The bytes with which a library of this machine begins.
  static var library: String {
    let machine: UInt8 = Platform.current.processor == "x86_64" ? 62 : 183
    let head: [UInt8] =
      [0x7F, 0x45, 0x4C, 0x46, 2, 1, 1] + [UInt8](repeating: 0, count: 9) + [3, 0, machine, 0]
    return String(decoding: head.map { $0 < 0x80 ? $0 : 0x3F }, as: UTF8.self) + "the rest of it"
  }

  /// A folder with a manifest and a library.
  init(
    name: String = "warm", version: String = "1.0.0", id: String? = nil, more: String = "",
    library: String? = PluginFolder.library
  ) {
    folder.write(
      """
      {
        "schemaVersion": 1, "id": "\(id ?? "com.example.\(name)")", "name": "\(name)",
        "version": "\(version)", "abi": {"major": 1}, "library": "lib\(name).so",\(more)
        "styles": [{"name": "look"}]
      }

      """, to: "plugin.json")
    if let library { folder.write(library, to: "lib\(name).so") }
  }

  func write(_ text: String, to name: String) throws {
    if let slash = name.lastIndex(of: "/") {
      let inner = folder.file(String(name[..<slash]))
      if access(inner, F_OK) != 0 { try Folder.make(inner) }
    }
    folder.write(text, to: name)
  }
}

/// The bytes of a file.
func bytes(_ path: String) throws -> [UInt8] {
  try PluginFile.read(path, atMost: 1 << 26)
}
