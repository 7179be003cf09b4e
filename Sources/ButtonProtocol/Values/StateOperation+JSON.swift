package import ButtonModel
package import JSONRPC

extension StateOperation: FieldValue {
  package static var schema: Schema { .reference("Operation") }

  private enum Name: String, WireName {
    case set, remove, increment, toggle, append, merge

    var argument: StaticString? {
      switch self {
      case .set, .append, .merge: "value"
      case .increment: "by"
      case .remove, .toggle: nil
      }
    }
  }

  package init(json: JSONElement) throws(ProtocolError) {
    try self.init(json: json, argument: nil)
  }

  /// A given argument replaces that of the JSON.
  init(json: JSONElement, argument: StateValue?) throws(ProtocolError) {
    let members = try Members(of: json)
    let name: Name = try members.required("op")
    let key: StateKeyName = try members.required("key")
    for other in ["value", "by"] as [StaticString]
    where members.value(other) != nil && name.argument.map({ "\($0)" }) != "\(other)" {
      let wanted = name.argument.map { "takes '\($0)', not '\(other)'" } ?? "takes no '\(other)'"
      throw .invalidParams("\(name.rawValue) \(wanted)", path: "\(other)")
    }
    self.init(key: key.text, kind: try StateOperation.kind(name, json, argument))
  }

  private static func kind(
    _ name: Name, _ json: JSONElement, _ argument: StateValue?
  ) throws(ProtocolError) -> Kind {
    switch name {
    case .set: .set(try value(name, json, argument))
    case .append: .append(try value(name, json, argument))
    case .merge: .merge(try value(name, json, argument))
    case .remove: .remove
    case .toggle: .toggle
    case .increment: .increment(by: try step(json, argument))
    }
  }

  private static func value(
    _ name: Name, _ json: JSONElement, _ argument: StateValue?
  ) throws(ProtocolError) -> StateValue {
    if let argument { return argument }
    guard let value = json.member("value") else {
      throw .invalidParams("\(name.rawValue) needs a value", path: "value")
    }
    do { return try StateValue(json: value) } catch { throw error.under("value") }
  }

  private static func step(
    _ json: JSONElement, _ argument: StateValue?
  ) throws(ProtocolError) -> StateValue {
    if let argument { return argument }
    guard let by = json.member("by"), !by.isNull else { return .int(1) }
    if by.isOutOfRangeInteger { throw ProtocolError.outOfRange(path: "by") }
    guard by.number != nil else {
      throw ProtocolError.wrongType(by, expected: "a number").under("by")
    }
    return try StateValue(json: by)
  }

  package func write(into writer: inout JSONWriter) {
    writer.beginObject()
    writeMembers(into: &writer)
    writer.endObject()
  }

  /// `text` replaces the argument.
  func writeMembers(_ text: ExpressionText? = nil, into writer: inout JSONWriter) {
    switch kind {
    case .set(let value): write("set", "value", value, text, into: &writer)
    case .append(let value): write("append", "value", value, text, into: &writer)
    case .merge(let value): write("merge", "value", value, text, into: &writer)
    case .increment(.int(1)): write("increment", into: &writer)
    case .increment(let by): write("increment", "by", by, text, into: &writer)
    case .remove: write("remove", into: &writer)
    case .toggle: write("toggle", into: &writer)
    }
  }

  private func write(_ name: StaticString, into writer: inout JSONWriter) {
    writer.key("op")
    writer.string(name)
    writer.member("key", key)
  }

  private func write(
    _ name: StaticString, _ argument: StaticString, _ value: StateValue, _ text: ExpressionText?,
    into writer: inout JSONWriter
  ) {
    write(name, into: &writer)
    if let text { writer.member(argument, text) } else { writer.member(argument, value) }
  }
}
