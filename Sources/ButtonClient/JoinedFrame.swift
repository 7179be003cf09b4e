import ButtonProtocol
import JSONRPC

/// The parts of one frame joined: the last look of each button counts.
struct JoinedFrame {
  /// The last part, which has the tick and the revision.
  let last: ButtonsUpdatedNotification
  /// Whether it replaces everything that was held before.
  let isSnapshot: Bool
  /// Each button once, in the order of the parts.
  let records: [LookRecord]
  /// Buttons that are gone after the last part.
  let removed: [String]
  /// All of it as one document.
  let json: JSONDocument

  /// Joins the parts of a frame.
  init(_ parts: [Part]) {
    precondition(!parts.isEmpty, "a frame has at least one part")
    let last = parts[parts.count - 1]
    self.last = last.body
    guard parts.count > 1 else {
      isSnapshot = last.body.snapshot
      records = last.body.buttons
      removed = last.body.removed
      json = last.json
      return
    }
    let first = parts.lastIndex { $0.body.snapshot }
    isSnapshot = first != nil
    var slots: [LookRecord?] = []
    var indices: [String: Int] = [:]
    var gone: [String] = []
    for part in parts[(first ?? 0)...] {
      for id in part.body.removed {
        if let index = indices.removeValue(forKey: id) { slots[index] = nil }
        gone.append(id)
      }
      for record in part.body.buttons {
        if let index = indices[record.id] { slots[index] = nil }
        indices[record.id] = slots.count
        slots.append(record)
      }
    }
    records = slots.compactMap { $0 }
    removed = gone.filter { indices[$0] == nil }
    json = Self.document(last.json, isSnapshot: isSnapshot, records, removed)
  }

  /// The last part's members, with the records of the whole frame.
  private static func document(
    _ last: JSONDocument, isSnapshot: Bool, _ records: [LookRecord], _ removed: [String]
  ) -> JSONDocument {
    var writer = JSONWriter()
    writer.beginObject()
    last.read { element in
      for (name, value) in element.members {
        switch name {
        case "snapshot", "buttons", "removed", "more": break
        default:
          writer.key(name.bytes)
          writer.copy(value)
        }
      }
    }
    if isSnapshot { writer.member(.snapshot, true) }
    writer.member(.buttons, records)
    writer.member(.removed, removed)
    writer.endObject()
    return JSONDocument(writer)
  }
}

extension JoinedFrame {
  /// One part: as it came, and decoded.
  struct Part {
    let json: JSONDocument
    /// The notification with whole appearances.
    let body: ButtonsUpdatedNotification

    /// Decodes a part; its patches are applied to what is held.
    init(_ json: JSONDocument, over held: inout KnownLooks?) throws(ClientError) {
      self.json = json
      let body: ButtonsUpdatedNotification = try json.decode()
      self.body = try held?.complete(body) ?? body
    }
  }
}
