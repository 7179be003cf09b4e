package import ButtonModel
package import JSONRPC

extension Action: JSONEncodable {
  /// Lays the members over those of the action that is patched, if any; null removes one.
  init(json: JSONElement, patching present: Action?, isPatch: Bool) throws(ProtocolError) {
    guard json.isObject else { throw .wrongType(json, expected: "an object") }
    let members = Members(json)
    var mistakes = Mistakes()
    var action = present ?? Action()
    mistakes.attempt { () throws(ProtocolError) in
      try json.allowOnly(["name", "payload", "source", "when", "operations"])
    }
    if json.member("name") != nil {
      mistakes.attempt { () throws(ProtocolError) in action.name = try members.optional("name") }
    }
    if let value = json.member("payload") {
      mistakes.attempt("payload") { () throws(ProtocolError) in
        action.payload =
          value.isNull ? nil : try value.value(over: action.payload, isPatch: isPatch)
      }
    }
    if json.member("source") != nil {
      mistakes.attempt { () throws(ProtocolError) in action.source = try Action.source(members) }
    }
    if json.member("when") != nil {
      mistakes.attempt { () throws(ProtocolError) in
        action.when = try ExpressionText.condition(of: json)
      }
    }
    if let value = json.member("operations") {
      mistakes.attempt { () throws(ProtocolError) in
        action.operations = value.isNull ? [] : try Action.operations(value)
      }
    }
    try mistakes.check()
    self = action
  }

  /// The source need not exist: the next configuration may bring it.
  private static func source(_ members: Members) throws(ProtocolError) -> String? {
    guard let name: String = try members.optional("source") else { return nil }
    guard SourceDefinition.isValidName(name) else {
      throw .invalidParams(
        "'\(Excerpt(name))' is not a name of a source: use 1 to "
          + "\(SourceDefinition.maximumNameBytes) of A–Z, a–z, 0–9, _ and -", path: "source")
    }
    return name
  }

  private static func operations(_ json: JSONElement) throws(ProtocolError) -> [ActionOperation] {
    guard json.isArray else {
      throw ProtocolError.wrongType(json, expected: "an array").under("operations")
    }
    var operations: [ActionOperation] = []
    var mistakes = Mistakes()
    for (index, element) in json.elements.enumerated() where !mistakes.isFull {
      do {
        operations.append(try ActionOperation(json: element))
      } catch {
        mistakes.add(error.under(index: index).under("operations"))
      }
    }
    try mistakes.check()
    return operations
  }

  package func write(into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("name", ifPresent: name)
    writer.member("payload", ifPresent: payload)
    writer.member("source", ifPresent: source)
    writer.member("when", ifPresent: when)
    if !operations.isEmpty { writer.member("operations", operations) }
    writer.endObject()
  }
}
