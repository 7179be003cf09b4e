import ButtonModel
package import JSONRPC

/// A well-formed button id, as requests name it.
package struct ButtonID: JSONDecodable, Hashable, Sendable {
  package let text: String

  package init(json: JSONElement) throws(ProtocolError) {
    guard let id = json.text else { throw .wrongType(json, expected: "a string") }
    guard ButtonDefinition.isValidID(id.bytes) else {
      if id.count > ButtonDefinition.maximumIDBytes {
        throw .limitExceeded(
          "idBytes", value: ButtonDefinition.maximumIDBytes,
          "a button id has at most \(ButtonDefinition.maximumIDBytes) bytes, this one \(id.count)")
      }
      throw .invalidParams(
        "'\(Excerpt(id.string))' is no button id: use at least one of A–Z, a–z, 0–9, '.', '_' and '-'"
      )
    }
    text = id.string
  }
}
