import ButtonModel
package import JSONRPC

extension Match: FieldValue {
  package static var schema: Schema {
    .named(
      "Match", "An id, a glob over ids (* any characters, ? one), a list of these, or a group.",
      .json(
        """
        {"anyOf":[{"type":"string"},{"type":"array","items":{"type":"string"}},\
        {"type":"object","required":["group"],"properties":{"group":{"type":"string"}}}]}
        """))
  }

  package init(json: JSONElement) throws(ProtocolError) {
    switch json.kind {
    case .string:
      self.init(patterns: [try UTF8String(json: json)])
      try checkLengths()
    case .array:
      try Match.checkCount(json.count - Match.maximumGlobs, of: "a match", "ids")
      self.init(patterns: try [UTF8String](json: json))
      try checkLengths()
      guard globs.count <= Match.maximumGlobs else {
        throw .limitExceeded(
          "globs", value: Match.maximumGlobs,
          "a match has at most \(Match.maximumGlobs) patterns with * or ?, this one "
            + "\(globs.count): use wider ones, a group, or ids")
      }
      try Match.checkCount(ids.count, of: "a match", "ids")
    case .object:
      self.init(group: try Members(of: json).required("group"))
    case .integer, .outOfRangeInteger, .double, .bool, .null:
      throw .wrongType(json, expected: "an id, a glob, a list of these, or {\"group\": …}")
    }
  }

  /// Refuses more names than a request may have.
  static func checkCount(
    _ count: Int, of owner: StaticString, _ what: StaticString
  ) throws(ProtocolError) {
    guard count > Match.maximumNames else { return }
    throw .limitExceeded(
      "names", value: Match.maximumNames,
      "\(owner) has at most \(Match.maximumNames) \(what), this one \(count): use a pattern, or several "
        + "requests")
  }

  private func checkLengths() throws(ProtocolError) {
    let most = ButtonDefinition.maximumIDBytes
    for glob in globs where glob.bytes.count(where: { $0 != UInt8(ascii: "*") }) > most {
      throw .limitExceeded(
        "idBytes", value: most,
        "the glob '\(Excerpt(glob.string))' fits no id: it has more than \(most) bytes besides its *"
      )
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
