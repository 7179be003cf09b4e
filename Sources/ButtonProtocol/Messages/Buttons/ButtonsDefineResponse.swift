package import JSONRPC

/// The buttons that were defined.
package struct ButtonsDefineResponse: Message, Hashable {
  package var revision: UInt64
  package var defined: [String]
  /// What was accepted but has no effect, with its path.
  package var warnings: [String]

  package init(revision: UInt64, defined: [String], warnings: [String] = []) {
    self.revision = revision
    self.defined = defined
    self.warnings = warnings
  }

  package init(_ members: Members) throws(ProtocolError) {
    revision = try members.required("revision")
    defined = try members.required("defined")
    warnings = try members.optional("warnings", default: [])
  }

  package func writeMembers(into writer: inout JSONWriter) {
    writer.member("revision", revision)
    writer.member("defined", defined)
    if !warnings.isEmpty { writer.member("warnings", warnings) }
  }
}
