import JSONRPC
import PluginHost

/// A manifest's text with the SHA-256 of its libraries in it.
enum SealedManifest {
  /// The author's text, with `sha256` appended unless it is there and right. `hashes` are the
  /// libraries' by name.
  static func bytes(
    _ bytes: [UInt8], _ manifest: Manifest, hashes: [String: String], file: String
  ) throws(ToolError) -> [UInt8] {
    if !manifest.sha256.isEmpty {
      try check(manifest, hashes, file: file)
      return bytes
    }
    guard let end = bytes.lastIndex(of: UInt8(ascii: "}")) else {
      preconditionFailure("a manifest that was read is an object")
    }
    let blanks: [UInt8] = [0x20, 0x09, 0x0A, 0x0D]
    let last = bytes[..<end].lastIndex { !blanks.contains($0) } ?? bytes.startIndex
    var writer = JSONWriter()
    writer.beginObject()
    for library in manifest.library.sorted(by: { $0.platform < $1.platform }) {
      writer.key(library.platform)
      writer.string(hashes[library.value] ?? "")
    }
    writer.endObject()
    return Array(bytes[...last]) + Array(",\n  \"sha256\": \(writer.string)\n}\n".utf8)
  }

  /// Throws if the manifest's hashes of its libraries are wrong or incomplete.
  static func check(
    _ manifest: Manifest, _ hashes: [String: String], file: String
  ) throws(ToolError) {
    for library in manifest.library {
      let said = manifest.sha256.last { $0.platform == library.platform }?.value
      let found = hashes[library.value]
      guard said != nil, said == found else {
        throw ToolError(
          "\(file): sha256: says \(said ?? "nothing") of \(library.value) for \(library.platform), "
            + "which is \(found ?? "not there"); take sha256 out, and packing puts it in")
      }
    }
  }
}
