import ButtonModel
package import JSONRPC

package struct ButtonID: JSONDecodable, Hashable, Sendable {
  package let text: String

  package init(json: JSONElement) throws(ProtocolError) {
    guard let id = json.string else { throw .wrongType(json, expected: "a string") }
    try self.init(id)
  }

  init(_ id: String) throws(ProtocolError) {
    let isValid = Array(id.utf8).withUnsafeBytes { ButtonDefinition.isValidID($0) }
    guard isValid else {
      if id.utf8.count > ButtonDefinition.maximumIDBytes {
        throw .limitExceeded(
          "idBytes", value: ButtonDefinition.maximumIDBytes,
          "a button id has at most \(ButtonDefinition.maximumIDBytes) bytes, this one"
            + " \(id.utf8.count)")
      }
      throw .invalidParams(
        "'\(Excerpt(id))' is not a button id: use at least one of A–Z, a–z, 0–9, '.', '_' and '-'")
    }
    text = id
  }
}
