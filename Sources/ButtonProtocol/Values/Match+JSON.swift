import ButtonModel
package import JSONRPC

extension Match: JSONDecodable, JSONEncodable {
  /// An id, a glob over ids, a list of these, or `{group}`.
  package init(json: JSONElement) throws(ProtocolError) {
    switch json.kind {
    case .string:
      self.init(patterns: [try UTF8String(json: json)])
    case .array:
      self.init(patterns: try [UTF8String](json: json))
      guard globs.count <= Match.maximumGlobs else {
        throw .limitExceeded(
          "globs", value: Match.maximumGlobs,
          "a match has at most \(Match.maximumGlobs) patterns with * or ?, this one "
            + "\(globs.count): use wider ones, a group, or ids, of which there may be any number")
      }
    case .object:
      self.init(group: try Members(of: json).required("group"))
    case .integer, .outOfRangeInteger, .double, .bool, .null:
      throw .wrongType(json, expected: "an id, a glob, a list of these, or {\"group\": …}")
    }
  }

  package func write(into writer: inout JSONWriter) {
    if let group {
      writer.beginObject()
      writer.member("group", group)
      writer.endObject()
    } else if ids.count + globs.count == 1, let pattern = ids.first ?? globs.first {
      writer.string(pattern)
    } else {
      writer.beginArray()
      for pattern in ids { writer.string(pattern) }
      for pattern in globs { writer.string(pattern) }
      writer.endArray()
    }
  }
}
