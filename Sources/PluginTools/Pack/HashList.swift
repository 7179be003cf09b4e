import ButtonProtocol
import PluginHost

/// The SHA-256 of an archive's files, in the format of `sha256sum --check`.
package struct HashList: Hashable, Sendable {
  package static let fileName = "SHA256SUMS"
  package static let maximumBytes = 512 << 10

  /// By name.
  package var hashes: [String: String]

  package init(_ hashes: [String: String]) { self.hashes = hashes }

  /// Refuses everything but what `text` would write.
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

  /// One line for each file, sorted by name.
  package var text: String {
    hashes.keys.sorted().map { "\(hashes[$0] ?? "")  \($0)\n" }.joined()
  }
}
