import ButtonModel
package import JSONRPC

extension JSONElement {
  /// Refuses an object with members of other names, naming the nearest that is known.
  package func allowOnly(_ names: [String]) throws(ProtocolError) {
    var mistakes = Mistakes()
    for (key, _) in members where !mistakes.isFull {
      let isKnown = names.contains { name in key.bytes.elementsEqual(name.utf8) }
      if !isKnown { mistakes.add(.unknownMember(key.string, among: names)) }
    }
    try mistakes.check()
  }
}

extension ProtocolError {
  /// A member that is not known where none may be unknown.
  static func unknownMember(_ name: String, among names: [String]) -> ProtocolError {
    let nearest = NearestName.advice(name, among: names)
    let known = names.count <= maximumKnownNames ? names.joined(separator: ", ") : ""
    let advice = nearest.isEmpty && !known.isEmpty ? "; known are \(known)" : nearest
    return .invalidParams("'\(Excerpt(name))' is not known here\(advice)", path: name)
  }

  /// No more names are listed where none is near.
  private static let maximumKnownNames = 6

  /// A name that is none of those allowed as a value.
  package static func unknownName(_ name: String, among names: [String]) -> ProtocolError {
    .invalidParams(
      "'\(Excerpt(name))' is not one of \(names.joined(separator: ", "))"
        + NearestName.advice(name, among: names))
  }
}
