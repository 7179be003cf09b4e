package import JSONRPC

extension Array: JSONDecodable where Element: JSONDecodable {
  package init(json: JSONElement) throws(ProtocolError) {
    guard json.isArray else { throw .wrongType(json, expected: "an array") }
    self.init()
    reserveCapacity(json.count)
    var mistakes = Mistakes()
    var index = 0
    for element in json.elements where !mistakes.isFull {
      do {
        append(try Element(json: element))
      } catch {
        mistakes.add(error.under(index: index))
      }
      index += 1
    }
    try mistakes.check()
  }
}

extension Array: JSONEncodable where Element: JSONEncodable {
  package func write(into writer: inout JSONWriter) {
    writer.beginArray()
    for element in self { element.write(into: &writer) }
    writer.endArray()
  }
}

extension Array: FieldValue where Element: FieldValue {
  package static var schema: Schema { .list(Element.schema) }
}
