package import JSONRPC

/// An enumeration whose cases travel by their names.
package protocol WireName: RawRepresentable<String>, CaseIterable, FieldValue {}

extension WireName {
  package static var schema: Schema { .choice(allCases.map(\.rawValue)) }

  package init(json: JSONElement) throws(ProtocolError) {
    guard let text = json.text else { throw .wrongType(json, expected: "a string") }
    let name = text.string
    guard let value = Self(rawValue: name) else {
      throw .unknownName(name, among: Self.allCases.map(\.rawValue))
    }
    self = value
  }

  package func write(into writer: inout JSONWriter) { writer.string(rawValue) }
}
