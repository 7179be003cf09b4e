import ButtonProtocol
import JSONRPC

/// A list that outlives the daemon in a file of its state folder.
protocol StateList: Equatable, Sendable {
  associatedtype Entry

  static var fileName: String { get }
  /// Its name in messages.
  static var noun: String { get }
  /// What the loss of a damaged list means.
  static var loss: String { get }
  /// The JSON member with the entries.
  static var member: StaticString { get }
  static var capacity: Int { get }

  /// The newest at the end.
  var entries: [Entry] { get set }

  init()
  /// Reads the next entry; nil if it is invalid or already in the list.
  func entry(_ element: JSONElement) -> Entry?
  /// Writes one JSON value.
  static func write(_ entry: Entry, into writer: inout JSONWriter)
}

extension StateList {
  static var maximumBytes: Int { 512 * 1024 }

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
