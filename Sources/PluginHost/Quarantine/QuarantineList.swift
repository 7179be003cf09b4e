import ButtonProtocol
import JSONRPC

/// Which plugins' files died too often to be started, by the hash of the files: what the daemon
/// remembers across its restarts.
struct QuarantineList: StateList, Hashable {
  static let fileName = "quarantine"
  static let noun = "quarantine list"
  static let loss = "quarantined plugins are tried again"
  /// The most files that are remembered; beyond, those quarantined first go.
  static let capacity = 256
  /// The longest text of a list, in bytes.
  static let maximumBytes = 512 * 1024
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
  private(set) var entries: [Entry] = []

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

  /// The list as a text.
  var text: [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    writer.member("version", 2)
    writer.key("quarantined")
    writer.beginArray()
    for entry in entries {
      writer.beginObject()
      writer.member("hash", entry.hash)
      writer.member("plugin", entry.plugin)
      writer.member("message", entry.message)
      writer.endObject()
    }
    writer.endArray()
    writer.endObject()
    writer.endLine()
    return [UInt8](writer.bytes)
  }
}

extension QuarantineList {
  /// Reads a list; nil when the text is anything else than one.
  init?(_ text: [UInt8]) {
    guard text.count <= QuarantineList.maximumBytes else { return nil }
    let parser = JSONParser()
    let list: QuarantineList? = text.withUnsafeBytes { bytes in
      guard let root = try? parser.parse(copying: bytes) else { return nil }
      return QuarantineList(root)
    }
    guard let list else { return nil }
    self = list
  }

  private init?(_ root: JSONElement) {
    guard root.isObject, let version = root.member("version")?.int, 1...2 ~= version,
      let list = root.member("quarantined"), list.isArray, list.count <= QuarantineList.capacity
    else { return nil }
    for element in list.elements {
      guard element.isObject, let hash = element.member("hash")?.string,
        ManifestName.isSHA256(hash), message(for: hash) == nil,
        let plugin = element.member("plugin")?.string, ManifestName.isReverseDNS(plugin),
        let message = element.member("message")?.string,
        message.utf8.count <= QuarantineList.maximumMessageBytes
      else { return nil }
      let clean = LineLimiter.printable(Array(message.utf8))
      entries.append(Entry(hash: hash, plugin: plugin, message: clean))
    }
  }
}
