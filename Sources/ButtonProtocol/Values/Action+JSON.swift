package import ButtonModel
package import JSONRPC

extension Action: JSONEncodable {
  /// The members named, over those of the action that is patched, if one is; null takes one away.
  init(json: JSONElement, patching present: Action?, isPatch: Bool) throws(ProtocolError) {
    guard json.isObject else { throw .wrongType(json, expected: "an object") }
    try json.allowOnly(["name", "payload", "operations"])
    let members = Members(json)
    self = present ?? Action()
    if json.member("name") != nil { name = try members.optional("name") }
    if let value = json.member("payload") {
      do {
        payload = value.isNull ? nil : try value.value(over: payload, isPatch: isPatch)
      } catch {
        throw error.under("payload")
      }
    }
    if let value = json.member("operations") {
      operations = value.isNull ? [] : try Action.operations(value)
    }
  }

  private static func operations(_ json: JSONElement) throws(ProtocolError) -> [StateOperation] {
    guard json.isArray else {
      throw ProtocolError.wrongType(json, expected: "an array").under("operations")
    }
    var operations: [StateOperation] = []
    for element in json.elements {
      do {
        operations.append(try StateOperation(strict: element))
      } catch {
        throw error.under(index: operations.count).under("operations")
      }
    }
    return operations
  }

  package func write(into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("name", ifPresent: name)
    writer.member("payload", ifPresent: payload)
    if !operations.isEmpty { writer.member("operations", operations) }
    writer.endObject()
  }
}
