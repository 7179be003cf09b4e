import ButtonModel
package import JSONRPC

/// The well-formed name of a group of buttons: 1 to 128 bytes, printable.
package struct GroupName: JSONDecodable, Hashable, Sendable {
  package let text: String

  package init(json: JSONElement) throws(ProtocolError) {
    try self.init(try String(json: json))
  }

  package init(_ text: String) throws(ProtocolError) {
    guard (1...ButtonDefinition.maximumIDBytes).contains(text.utf8.count) else {
      throw .invalidParams(
        "must have from 1 to \(ButtonDefinition.maximumIDBytes) bytes, not \(text.utf8.count)")
    }
    if let scalar = text.unicodeScalars.first(where: \.isUnprintable) {
      throw .invalidParams("must not contain the unprintable character \(String(scalar).printable)")
    }
    self.text = text
  }
}
