import ButtonProtocol
import JSONRPC
import Supervision

/// The hashes of the plugin files that died too often to be started, kept across restarts of the
/// daemon.
struct QuarantineList: StateList {
  static let fileName = "quarantine"
  static let noun = "quarantine list"
  static let loss = "quarantined plugins are tried again"
  /// Beyond, the files quarantined first are forgotten.
  static let capacity = 256
  static let member: StaticString = "quarantined"
  static let maximumMessageBytes = 1024

  struct Entry: Hashable, Sendable {
    let hash: String
    /// The plugin's id, for people.
    let plugin: String
    /// What it died of last.
    let message: String
  }

  var entries: [Entry] = []

  /// Why files are quarantined; nil if they are not.
  func message(for hash: String) -> String? { entries.first { $0.hash == hash }?.message }

  /// Adds files as the newest; false if that changes nothing.
  mutating func add(_ entry: Entry) -> Bool {
    let message = String(decoding: entry.message.utf8.prefix(512), as: UTF8.self)
    let entry = Entry(hash: entry.hash, plugin: entry.plugin, message: message)
    if entries.last == entry { return false }
    entries.removeAll { $0.hash == entry.hash }
    entries.append(entry)
    if entries.count > QuarantineList.capacity { entries.removeFirst() }
    return true
  }

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
