package import JSONRPC

/// An enumeration whose cases travel by their names.
package protocol WireName: RawRepresentable<String>, CaseIterable, FieldValue {}

extension WireName {
  package static var schema: Schema { .choice(allCases.map(\.rawValue)) }

  package init(json: JSONElement) throws(ProtocolError) {
    let names = Self.allCases.map(\.rawValue)
    guard let name = json.text?.string else {
      throw .wrongType(json, expected: "one of \(names.joined(separator: ", "))")
    }
    guard let value = Self(rawValue: name) else { throw .unknownName(name, among: names) }
    self = value
  }

  package func write(into writer: inout JSONWriter) { writer.string(rawValue) }
}
