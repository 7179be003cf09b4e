package import ButtonModel
package import JSONRPC

/// Changes some of a button's definition: a merge patch, beside the id and `wait`.
package struct ButtonsPatchRequest: Request, Hashable {
  package typealias Response = ButtonsPatchResponse
  package static let method: StaticString = "buttons.patch"

  package var id: String
  /// The members of the patch, as the text of an object; an `id` or a `wait` in it counts for nothing.
  package var patch: UTF8String
  package var wait: Wait?

  package init(id: String, patch: UTF8String, wait: Wait? = nil) {
    self.id = id
    self.patch = patch
    self.wait = wait
  }

  package init(_ members: Members) throws(ProtocolError) {
    id = try members.required("id")
    wait = try members.optional("wait")
    patch =
      try members.object.map { json throws(ProtocolError) in
        try UTF8String(canonical: json)
      } ?? "{}"
  }

  package func writeMembers(into writer: inout JSONWriter) {
    let inner = patch.bytes.drop { $0 != UInt8(ascii: "{") }.dropFirst()
    let members = inner[..<(inner.lastIndex(of: UInt8(ascii: "}")) ?? inner.endIndex)]
    if members.contains(where: { $0 > UInt8(ascii: " ") }) {
      members.withUnsafeBytes { writer.value(raw: $0) }
    }
    writer.member("id", id)
    writer.member("wait", ifPresent: wait)
  }
}

/// The definition was patched.
package struct ButtonsPatchResponse: Message, Hashable {
  package var revision: UInt64
  /// What was accepted but has no effect, with its path.
  package var warnings: [String]

  package init(revision: UInt64, warnings: [String] = []) {
    self.revision = revision
    self.warnings = warnings
  }

  package init(_ members: Members) throws(ProtocolError) {
    revision = try members.required("revision")
    warnings = try members.optional("warnings", default: [])
  }

  package func writeMembers(into writer: inout JSONWriter) {
    writer.member("revision", revision)
    if !warnings.isEmpty { writer.member("warnings", warnings) }
  }
}
