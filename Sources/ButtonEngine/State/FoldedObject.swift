import ButtonModel
import ButtonProtocol
import JSONRPC

/// A JSON object split into its members, so that a merge patch costs only what it changes. It is
/// written in canonical form, with members sorted by name.
final class FoldedObject {
  private enum Value {
    /// Canonical text.
    case text([UInt8])
    case object(FoldedObject)

    var bytes: Int {
      switch self {
      case .text(let text): text.count
      case .object(let object): object.bytes
      }
    }
  }

  private struct Member {
    /// As JSON, including the colon.
    let nameBytes: Int
    /// Nil after removal.
    var value: Value?

    var bytes: Int { value.map { nameBytes + $0.bytes } ?? 0 }
  }

  private var members: [UTF8String: Member] = [:]
  /// The original ones come first and in order, which makes sorting cheap.
  private var names: [UTF8String] = []
  private var presentCount = 0
  private var memberBytes = 0

  private init() {}

  /// Nil if the text is not that of an object.
  init?(_ text: [UInt8], with parser: JSONParser) {
    guard let root = text.withUnsafeBytes({ try? parser.parse(copying: $0) }), root.isObject else {
      return nil
    }
    for (key, value) in root.members {
      guard let text = FoldedObject.canonical(value) else { return nil }
      put(.text(text), at: UTF8String(copying: key.bytes))
    }
  }

  /// The length of its text.
  var bytes: Int { 2 + memberBytes + max(0, presentCount - 1) }

  /// The patch must be an object; `parser` must not be the patch's.
  func merge(_ patch: JSONElement, with parser: JSONParser) {
    for (key, value) in patch.members {
      let name = UTF8String(copying: key.bytes)
      if value.isNull {
        remove(name)
      } else if value.isObject {
        let object = object(at: name, parser)
        memberBytes -= object.bytes
        object.merge(value, with: parser)
        memberBytes += object.bytes
      } else if let text = FoldedObject.canonical(value) {
        put(.text(text), at: name)
      }
    }
  }

  func write(into writer: inout JSONWriter) {
    writer.beginObject()
    for name in names.sorted() {
      guard let value = members[name]?.value else { continue }
      writer.key(name)
      switch value {
      case .text(let text): text.withUnsafeBytes { writer.value(raw: $0) }
      case .object(let object): object.write(into: &writer)
      }
    }
    writer.endObject()
  }

  /// Makes the member an object if it is not one.
  private func object(at name: UTF8String, _ parser: JSONParser) -> FoldedObject {
    if case .object(let object)? = members[name]?.value { return object }
    var object: FoldedObject?
    if case .text(let text)? = members[name]?.value, text.first == UInt8(ascii: "{") {
      object = FoldedObject(text, with: parser)
    }
    let made = object ?? FoldedObject()
    put(.object(made), at: name)
    return made
  }

  private func put(_ value: Value, at name: UTF8String) {
    if let old = members[name] {
      if old.value == nil { presentCount += 1 }
      members[name]?.value = value
      memberBytes += old.nameBytes + value.bytes - old.bytes
      return
    }
    var writer = JSONWriter()
    name.bytes.withUnsafeBytes { writer.string($0) }
    let member = Member(nameBytes: writer.count + 1, value: value)
    memberBytes += member.bytes
    presentCount += 1
    members[name] = member
    names.append(name)
  }

  private func remove(_ name: UTF8String) {
    guard let old = members[name], old.value != nil else { return }
    members[name]?.value = nil
    memberBytes -= old.bytes
    presentCount -= 1
  }

  private static func canonical(_ value: JSONElement) -> [UInt8]? {
    var writer = JSONWriter()
    guard (try? writer.canonical(value)) != nil else { return nil }
    return [UInt8](writer.bytes)
  }
}

extension StateArithmetic {
  /// False, without effect, if the patch cannot be parsed.
  func merge(_ patch: UTF8String, into object: FoldedObject) -> Bool {
    patch.bytes.withUnsafeBytes { bytes in
      guard let root = try? patchParser.parse(copying: bytes) else { return false }
      object.merge(root, with: targetParser)
      return true
    }
  }
}
