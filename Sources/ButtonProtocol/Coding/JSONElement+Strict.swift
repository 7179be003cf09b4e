import ButtonModel
package import JSONRPC

extension JSONElement {
  /// Refuses an object with a member of another name, naming the nearest that is known.
  package func allowOnly(_ names: [String]) throws(ProtocolError) {
    for (key, _) in members {
      let isKnown = names.contains { name in key.bytes.elementsEqual(name.utf8) }
      if !isKnown { throw .unknownMember(key.string, among: names) }
    }
  }
}

extension ProtocolError {
  /// A member that is not known where none may be unknown.
  static func unknownMember(_ name: String, among names: [String]) -> ProtocolError {
    .invalidParams(
      "'\(Excerpt(name))' is not known here\(NearestName.advice(name, among: names))", path: name)
  }

  /// A name that is none of those allowed as a value.
  static func unknownName(_ name: String, among names: [String]) -> ProtocolError {
    .invalidParams(
      "'\(Excerpt(name))' is not one of \(names.joined(separator: ", "))"
        + NearestName.advice(name, among: names))
  }
}
