import ButtonModel
import ButtonProtocol
import JSONRPC

/// The journal's records: a scope's place in its history, and requests that are not stable.
extension FleetChangeSet.Place {
  package var record: [UInt8] {
    PlaceRecord(
      id: id.description, position: FleetPosition(cursor),
      coverage: coverage.map { Chain(rawValue: $0).description }
    ).text
  }

  package init?(record: [UInt8]) {
    guard let record = PlaceRecord(text: record),
      let id = try? Chain(record.id, path: ""),
      let cursor = try? FleetCursor(record.position, path: "")
    else { return nil }
    let coverage = record.coverage.flatMap { Chain($0.utf8) }
    self.init(id: id, cursor: cursor, coverage: coverage?.rawValue)
  }
}

extension JournaledRequest {
  package var record: [UInt8] {
    var record = RequestRecord()
    record.number = number.description
    record.origin = origin.description
    record.oldestOpen = oldestOpen
    record.keyClass = keyClass.rawValue
    record.seen = seen?.map { sight in
      RequestRecord.Step(kind: "", key: sight.key, value: sight.value?.fleetText)
    }
    record.isInValues = isInValues
    record.revision = revision
    record.withdrawal = withdrawal?.rawValue
    let steps = operations.map { RequestRecord.Step($0) }
    switch effect {
    case nil: record.operations = steps
    case .action(let button, let text)?:
      record.operations = steps
      record.action = RequestRecord.Action(button: button, text: text)
    case .done(let delivery)?:
      record.done = RequestRecord.Done(delivery, steps)
    }
    return record.text
  }

  package init?(record: [UInt8]) {
    guard let record = RequestRecord(text: record),
      let number = RequestNumber(UTF8String(record.number)),
      let origin = RequestNumber(UTF8String(record.origin)),
      let keyClass = KeyClass(rawValue: record.keyClass)
    else { return nil }
    let parser = JSONParser()
    var effect = record.action.map { FleetEffect.action(button: $0.button, text: $0.text) }
    if let done = record.done {
      guard let delivery = done.value else { return nil }
      effect = .done(delivery)
    }
    let steps = record.done?.operations ?? record.operations
    guard let operations = steps.operations(parser) else { return nil }
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
    self.init(
      number: number, origin: origin, oldestOpen: record.oldestOpen, operations: operations,
      keyClass: keyClass, effect: effect, seen: seen, isInValues: record.isInValues,
      revision: record.revision, withdrawal: withdrawal)
  }
}

extension Rejection {
  /// The journal keeps the report until somebody fetches it.
  package var record: [UInt8] {
    var record = RequestRecord()
    record.number = row.description
    record.origin = number.description
    record.oldestOpen = row.sequence
    // A daemon that does not know reports reads it as a withdrawn request, and reports that.
    record.keyClass = KeyClass.yield.rawValue
    record.operations = operations.map { RequestRecord.Step($0) }
    record.withdrawal = reason.rawValue
    record.isReported = true
    return record.text
  }

  /// Nil if the text is not a report, for example a request.
  package init?(record: [UInt8]) {
    guard let record = RequestRecord(text: record), record.isReported,
      let row = RequestNumber(UTF8String(record.number)),
      let number = RequestNumber(UTF8String(record.origin)),
      let reason = record.withdrawal.flatMap({ Reason(rawValue: $0) }),
      let operations = record.operations.operations(JSONParser())
    else { return nil }
    self.init(number: number, row: row, operations: operations, reason: reason)
  }
}

private struct PlaceRecord: WireObject {
  var id = ""
  var position = FleetPosition()
  var coverage: String?

  mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
    try fields.required("id", &id)
    try fields.required("cursor", &position)
    try fields.optional("coverage", &coverage)
  }
}

private struct RequestRecord: WireObject {
  /// An operation, or what was seen of a key.
  struct Step: WireObject {
    var kind = ""
    var key: UTF8String = ""
    /// JSON.
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

  /// An action for the fleet's subscribers.
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

  /// The end of a delivery. Its operations count only with that, so they are in it.
  struct Done: WireObject {
    var delivery: UInt64 = 0
    var action = ""
    var group: UTF8String = ""
    var consumer: UTF8String = ""
    var operations: [Step] = []

    init() {}

    init(_ delivery: FleetDelivery, _ operations: [Step]) {
      self.delivery = delivery.number
      action = delivery.action.description
      group = delivery.group
      consumer = delivery.consumer
      self.operations = operations
    }

    /// Nil if its action has no number.
    var value: FleetDelivery? {
      RequestNumber(UTF8String(action)).map {
        FleetDelivery(delivery, $0, of: group, to: consumer)
      }
    }

    mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
      try fields.required("delivery", &delivery)
      try fields.required("action", &action)
      try fields.required("group", &group)
      try fields.required("consumer", &consumer)
      try fields.required("operations", &operations)
    }
  }

  var number = ""
  var origin = ""
  var oldestOpen: UInt64 = 1
  var keyClass = ""
  var operations: [Step] = []
  var seen: [Step]?
  var isInValues = false
  var revision: UInt64?
  var withdrawal: String?
  var action: Action?
  var done: Done?
  /// It is the report that the request was dropped.
  var isReported = false

  mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
    try fields.required("number", &number)
    try fields.required("origin", &origin)
    try fields.required("oldestOpen", &oldestOpen)
    try fields.required("class", &keyClass)
    try fields.required("operations", &operations)
    try fields.optional("seen", &seen)
    try fields.optional("isInValues", &isInValues, default: false)
    try fields.optional("revision", &revision)
    try fields.optional("withdrawal", &withdrawal)
    try fields.optional("action", &action)
    try fields.optional("done", &done)
    try fields.optional("reported", &isReported, default: false)
  }
}

extension [RequestRecord.Step] {
  fileprivate func operations(_ parser: JSONParser) -> [StateOperation]? {
    var operations: [StateOperation] = []
    for step in self {
      guard let operation = step.operation(parser) else { return nil }
      operations.append(operation)
    }
    return operations
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
      // The parser owns what it parses.
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
