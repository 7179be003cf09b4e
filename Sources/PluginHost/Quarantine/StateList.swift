import ButtonProtocol
import JSONRPC

/// A list that outlives the daemon, as a text in its state folder.
protocol StateList: Equatable, Sendable {
  associatedtype Entry

  /// The file's name in the state folder.
  static var fileName: String { get }
  /// What it is called in messages.
  static var noun: String { get }
  /// What the loss of a damaged list means.
  static var loss: String { get }
  /// The member of the text that has the entries.
  static var member: StaticString { get }
  /// The most entries.
  static var capacity: Int { get }

  /// What is remembered, the newest at the end.
  var entries: [Entry] { get set }

  /// An empty list.
  init()
  /// Reads an entry that follows those read before; nil if it is invalid, or one of them.
  func entry(_ element: JSONElement) -> Entry?
  /// Writes an entry as one JSON value.
  static func write(_ entry: Entry, into writer: inout JSONWriter)
}

extension StateList {
  /// The longest text of a list, in bytes.
  static var maximumBytes: Int { 512 * 1024 }

  /// Reads a list; nil when the text is anything else than one.
  init?(_ text: [UInt8]) {
    guard text.count <= Self.maximumBytes else { return nil }
    let parser = JSONParser()
    let list: Self? = text.withUnsafeBytes { bytes in
      guard let root = try? parser.parse(copying: bytes), root.isObject,
        let version = root.member("version")?.int, 1...2 ~= version,
        let elements = root.member(Self.member), elements.isArray, elements.count <= Self.capacity
      else { return nil }
      var list = Self()
      for element in elements.elements {
        guard let entry = list.entry(element) else { return nil }
        list.entries.append(entry)
      }
      return list
    }
    guard let list else { return nil }
    self = list
  }

  /// The list as a text.
  var text: [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    // Files of version 1 end without a checksum.
    writer.member("version", 2)
    writer.key(Self.member)
    writer.beginArray()
    for entry in entries { Self.write(entry, into: &writer) }
    writer.endArray()
    writer.endObject()
    writer.endLine()
    return [UInt8](writer.bytes)
  }
}
