import ButtonModel
package import JSONRPC

extension JSONElement {
  /// Refuses unknown members, naming the nearest known one.
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
  static func unknownMember(_ name: String, among names: [String]) -> ProtocolError {
    let nearest = NearestName.advice(name, among: names)
    let known = names.count <= maximumKnownNames ? names.joined(separator: ", ") : ""
    let advice = nearest.isEmpty && !known.isEmpty ? "; known are \(known)" : nearest
    return .invalidParams("'\(Excerpt(name))' is not known here\(advice)", path: name)
  }

  /// Longer lists are left out of the message where no name is near.
  private static let maximumKnownNames = 6

  package static func unknownName(_ name: String, among names: [String]) -> ProtocolError {
    .invalidParams(
      "'\(Excerpt(name))' is not one of \(names.joined(separator: ", "))"
        + NearestName.advice(name, among: names))
  }
}
