import ButtonModel
package import JSONRPC

extension ActionOperation: JSONEncodable {
  /// Refuses members that no operation has.
  init(json: JSONElement) throws(ProtocolError) {
    guard json.isObject else { throw .wrongType(json, expected: "an object") }
    try json.allowOnly(["op", "key", "value", "by", "when"])
    // Where there are both, or the operation takes none, the change is refused later.
    var argument: ExpressionText?
    for name in ["value", "by"] as [StaticString] where argument == nil {
      argument = try ActionOperation.text(name, of: json)
    }
    self.init(
      try StateOperation(json: json, argument: argument == nil ? nil : .null), argument: argument,
      when: try ExpressionText.condition(of: json))
  }

  private static func text(
    _ name: StaticString, of json: JSONElement
  ) throws(ProtocolError) -> ExpressionText? {
    guard let value = json.member(name) else { return nil }
    do { return try ExpressionText.bound(by: value) } catch { throw error.under("\(name)") }
  }

  package func write(into writer: inout JSONWriter) {
    writer.beginObject()
    change.writeMembers(argument, into: &writer)
    writer.member("when", ifPresent: when)
    writer.endObject()
  }
}
