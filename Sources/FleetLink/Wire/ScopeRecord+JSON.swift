import ButtonModel
import ButtonProtocol
import JSONRPC

/// What the journal keeps, as texts: a scope's place in its history, and requests that are not stable.
extension FleetChangeSet.Place {
  package var record: [UInt8] {
    PlaceRecord(id: id.description, position: FleetPosition(cursor)).text
  }

  /// The place of such a text; nil for any other.
  package init?(record: [UInt8]) {
    guard let record = PlaceRecord(text: record),
      let id = try? Chain(record.id, path: ""),
      let cursor = try? FleetCursor(record.position, path: "")
    else { return nil }
    self.init(id: id, cursor: cursor)
  }
}

extension KeptRequest {
  package var record: [UInt8] {
    RequestRecord(
      number: number.description, origin: origin.description, oldestOpen: oldestOpen,
      keyClass: keyClass.rawValue, operations: operations.map { RequestRecord.Step($0) },
      seen: seen?.map { RequestRecord.Step(kind: "", key: $0.key, value: $0.value?.fleetText) },
      isInValues: isInValues, withdrawal: withdrawal?.rawValue, action: action
    ).text
  }

  /// A delivery never waits, so its end is not kept.
  private var action: RequestRecord.Action? {
    guard case .action(let button, let text)? = effect else { return nil }
    return RequestRecord.Action(button: button, text: text)
  }

  /// The request of such a text; nil for any other.
  package init?(record: [UInt8]) {
    guard let record = RequestRecord(text: record),
      let number = RequestNumber(UTF8String(record.number)),
      let origin = RequestNumber(UTF8String(record.origin)),
      let keyClass = KeyClass(rawValue: record.keyClass)
    else { return nil }
    let parser = JSONParser()
    var operations: [StateOperation] = []
    for step in record.operations {
      guard let operation = step.operation(parser) else { return nil }
      operations.append(operation)
    }
    var seen: [Sight]?
    if let steps = record.seen {
      var sights: [Sight] = []
      for step in steps {
        let value = step.value.flatMap { StateValue(text: $0, parser) }
        if step.value != nil, value == nil { return nil }
        sights.append(Sight(key: step.key, value: value))
      }
      seen = sights
    }
    var withdrawal: Rejection.Reason?
    if let word = record.withdrawal {
      guard let reason = Rejection.Reason(rawValue: word) else { return nil }
      withdrawal = reason
    }
    let effect = record.action.map { FleetEffect.action(button: $0.button, text: $0.text) }
    self.init(
      number: number, origin: origin, oldestOpen: record.oldestOpen, operations: operations,
      keyClass: keyClass, effect: effect, seen: seen, isInValues: record.isInValues,
      withdrawal: withdrawal)
  }
}

private struct PlaceRecord: WireObject {
  var id = ""
  var position = FleetPosition()

  mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
    try fields.required("id", &id)
    try fields.required("cursor", &position)
  }
}

private struct RequestRecord: WireObject {
  /// An operation, or what was seen of a key.
  struct Step: WireObject {
    var kind = ""
    var key: UTF8String = ""
    /// The text of its JSON.
    var value: UTF8String?

    init() {}

    init(kind: String, key: UTF8String, value: UTF8String?) {
      self.kind = kind
      self.key = key
      self.value = value
    }

    init(_ operation: StateOperation) {
      switch operation.kind {
      case .set(let value): self.init(kind: "set", key: operation.key, value: value.fleetText)
      case .remove: self.init(kind: "remove", key: operation.key, value: nil)
      case .increment(let by): self.init(kind: "increment", key: operation.key, value: by.fleetText)
      case .toggle: self.init(kind: "toggle", key: operation.key, value: nil)
      case .append(let value): self.init(kind: "append", key: operation.key, value: value.fleetText)
      case .merge(let value): self.init(kind: "merge", key: operation.key, value: value.fleetText)
      }
    }

    mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
      try fields.optional("kind", &kind, default: "")
      try fields.required("key", &key)
      try fields.optional("value", &value)
    }

    func operation(_ parser: JSONParser) -> StateOperation? {
      switch kind {
      case "remove": return StateOperation(key: key, kind: .remove)
      case "toggle": return StateOperation(key: key, kind: .toggle)
      default: break
      }
      guard let value = value.flatMap({ StateValue(text: $0, parser) }) else { return nil }
      switch kind {
      case "set": return StateOperation(key: key, kind: .set(value))
      case "increment": return StateOperation(key: key, kind: .increment(by: value))
      case "append": return StateOperation(key: key, kind: .append(value))
      case "merge": return StateOperation(key: key, kind: .merge(value))
      default: return nil
      }
    }
  }

  /// What subscribers of the fleet get.
  struct Action: WireObject {
    var button: UTF8String = ""
    var text: UTF8String = ""

    init() {}

    init(button: UTF8String, text: UTF8String) {
      self.button = button
      self.text = text
    }

    mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
      try fields.required("button", &button)
      try fields.required("text", &text)
    }
  }

  var number = ""
  var origin = ""
  var oldestOpen: UInt64 = 1
  var keyClass = ""
  var operations: [Step] = []
  var seen: [Step]?
  var isInValues = false
  var withdrawal: String?
  var action: Action?

  init() {}

  init(
    number: String, origin: String, oldestOpen: UInt64, keyClass: String, operations: [Step],
    seen: [Step]?, isInValues: Bool, withdrawal: String?, action: Action?
  ) {
    self.number = number
    self.origin = origin
    self.oldestOpen = oldestOpen
    self.keyClass = keyClass
    self.operations = operations
    self.seen = seen
    self.isInValues = isInValues
    self.withdrawal = withdrawal
    self.action = action
  }

  mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
    try fields.required("number", &number)
    try fields.required("origin", &origin)
    try fields.required("oldestOpen", &oldestOpen)
    try fields.required("class", &keyClass)
    try fields.required("operations", &operations)
    try fields.optional("seen", &seen)
    try fields.optional("isInValues", &isInValues, default: false)
    try fields.optional("withdrawal", &withdrawal)
    try fields.optional("action", &action)
  }
}

extension WireObject {
  fileprivate var text: [UInt8] {
    var writer = JSONWriter()
    write(into: &writer)
    return [UInt8](writer.bytes)
  }

  fileprivate init?(text: [UInt8]) {
    let value = text.withUnsafeBytes { bytes -> Self? in
      // What it parses belongs to it.
      let parser = JSONParser()
      return withExtendedLifetime(parser) {
        (try? parser.parse(copying: bytes)).flatMap { try? Self(json: $0) }
      }
    }
    guard let value else { return nil }
    self = value
  }
}

extension StateValue {
  fileprivate init?(text: UTF8String, _ parser: JSONParser) {
    let value = text.bytes.withUnsafeBytes { StateValue(fleetText: $0, with: parser) }
    guard let value else { return nil }
    self = value
  }
}
