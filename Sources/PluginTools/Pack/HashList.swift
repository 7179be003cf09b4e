import ButtonProtocol
import PluginHost

/// The list of an archive's files with the SHA-256 of each, as `sha256sum --check` reads it.
package struct HashList: Hashable, Sendable {
  /// The list's own name in the archive.
  package static let fileName = "SHA256SUMS"
  /// The longest list that is read, in bytes.
  package static let maximumBytes = 512 << 10

  /// The hash of each file, by name.
  package var hashes: [String: String]

  package init(_ hashes: [String: String]) { self.hashes = hashes }

  /// Reads a list; refuses everything but what `text` would write.
  package init(reading bytes: [UInt8]) throws(ToolError) {
    hashes = [:]
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      let text = String(decoding: line, as: UTF8.self)
      let (hash, name) = (String(text.prefix(64)), String(text.dropFirst(66)))
      guard ManifestName.isSHA256(hash), !name.isEmpty, hashes[name] == nil else {
        throw ToolError("\(HashList.fileName) is not in order")
      }
      hashes[name] = hash
    }
    guard Array(text.utf8) == bytes else {
      throw ToolError("\(HashList.fileName) is not in order")
    }
  }

  /// One line for each file, in order of their names.
  package var text: String {
    hashes.keys.sorted().map { "\(hashes[$0] ?? "")  \($0)\n" }.joined()
  }
}
