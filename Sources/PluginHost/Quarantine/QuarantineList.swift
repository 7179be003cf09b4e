import ButtonProtocol
import JSONRPC
import Supervision

/// Which plugins' files died too often to be started, by the hash of the files: what the daemon
/// remembers across its restarts.
struct QuarantineList: StateList {
  static let fileName = "quarantine"
  static let noun = "quarantine list"
  static let loss = "quarantined plugins are tried again"
  /// The most files that are remembered; beyond, those quarantined first go.
  static let capacity = 256
  static let member: StaticString = "quarantined"
  /// The longest message, in bytes.
  static let maximumMessageBytes = 1024

  /// One plugin's files.
  struct Entry: Hashable, Sendable {
    let hash: String
    /// The plugin's id, for people.
    let plugin: String
    /// What it died of last.
    let message: String
  }

  /// What is remembered, that quarantined last at the end.
  var entries: [Entry] = []

  /// Why files are quarantined; nil when they are not.
  func message(for hash: String) -> String? { entries.first { $0.hash == hash }?.message }

  /// Remembers files, as the newest; false when that changes nothing.
  mutating func add(_ entry: Entry) -> Bool {
    let message = String(decoding: entry.message.utf8.prefix(512), as: UTF8.self)
    let entry = Entry(hash: entry.hash, plugin: entry.plugin, message: message)
    if entries.last == entry { return false }
    entries.removeAll { $0.hash == entry.hash }
    entries.append(entry)
    if entries.count > QuarantineList.capacity { entries.removeFirst() }
    return true
  }

  /// Forgets files; false when they were not remembered.
  mutating func remove(_ hash: String) -> Bool {
    let count = entries.count
    entries.removeAll { $0.hash == hash }
    return entries.count < count
  }

  func entry(_ element: JSONElement) -> Entry? {
    guard element.isObject, let hash = element.member("hash")?.string,
      ManifestName.isSHA256(hash), message(for: hash) == nil,
      let plugin = element.member("plugin")?.string, ManifestName.isReverseDNS(plugin),
      let message = element.member("message")?.string,
      message.utf8.count <= QuarantineList.maximumMessageBytes
    else { return nil }
    return Entry(
      hash: hash, plugin: plugin, message: LineLimiter.printable(Array(message.utf8)))
  }

  static func write(_ entry: Entry, into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("hash", entry.hash)
    writer.member("plugin", entry.plugin)
    writer.member("message", entry.message)
    writer.endObject()
  }
}
