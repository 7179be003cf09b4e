package import JSONRPC

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
