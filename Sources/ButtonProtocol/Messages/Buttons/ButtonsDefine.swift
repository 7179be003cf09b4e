package import ButtonModel
package import JSONRPC

/// Defines buttons, all or nothing; one that exists is replaced.
package struct ButtonsDefineRequest: Request, Hashable {
  package typealias Response = ButtonsDefineResponse
  package static let method: StaticString = "buttons.define"

  package var buttons: [ButtonDefinition]
  package var wait: Wait?
  /// What was read and has no effect, with its path; nothing that is written.
  package var warnings: [String] = []

  package init(buttons: [ButtonDefinition], wait: Wait? = nil) {
    self.buttons = buttons
    self.wait = wait
  }

  package init(_ members: Members) throws(ProtocolError) {
    wait = try members.optional("wait")
    guard let list = members.value("buttons") else {
      throw .invalidParams("buttons is missing", path: "buttons")
    }
    guard list.isArray else {
      throw ProtocolError.wrongType(list, expected: "an array").under("buttons")
    }
    buttons = []
    buttons.reserveCapacity(list.count)
    for json in list.elements {
      do {
        var reader = DefinitionReader(path: "params.buttons[\(buttons.count)]")
        buttons.append(try reader.definition(json))
        warnings += reader.warnings
      } catch {
        throw error.under(index: buttons.count).under("buttons")
      }
    }
  }

  package func writeMembers(into writer: inout JSONWriter) {
    writer.member("buttons", buttons)
    writer.member("wait", ifPresent: wait)
  }
}

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
