import ButtonEngine
import ButtonModel
import ButtonProtocol
import JSONRPC

/// `buttons.patch`: applies a merge patch to one definition.
enum ButtonsPatch: Handler {
  typealias Message = ButtonsPatchRequest

  static func handle(
    _ call: Call, into writer: inout JSONWriter
  ) throws(ProtocolError) -> Outcome {
    try call.checkExpressions()
    let (id, wait) = try identity(call.params)
    guard let params = call.params, let present = call.engine.definition(of: UTF8String(id))
    else { throw .notFound("there is no button '\(Excerpt(id))'", path: "params.id") }
    var reader = DefinitionReader(path: "params")
    let definition: ButtonDefinition
    do {
      definition = try reader.patched(present, by: params)
    } catch {
      throw error.under("params")
    }
    var revision = call.engine.revision
    if definition != present, let scope = call.definitionScope(of: id) {
      return try share(definition, reader.warnings, in: scope, wait, call, into: &writer)
    }
    if definition != present {
      do {
        let change = Definitions(buttons: [definition], keepsPresses: true)
        revision = try call.engine.commit(change).revision
      } catch {
        throw ProtocolError(error, in: .patch(definition))
      }
    }
    let start = writer.count
    ButtonsPatchResponse(revision: revision, warnings: reader.warnings).write(into: &writer)
    return try call.finish(
      wait, of: call.engine.scope(buttons: [UTF8String(id)]), from: start, of: writer)
  }

  /// Hands the definition to the fleet, unless another daemon changes it first.
  private static func share(
    _ definition: ButtonDefinition, _ warnings: [String], in scope: Int, _ wait: Wait?,
    _ call: Call, into writer: inout JSONWriter
  ) throws(ProtocolError) -> Outcome {
    do throws(EngineError) {
      try call.engine.check([definition])
    } catch {
      throw ProtocolError(error, in: .patch(definition))
    }
    return try call.share(
      [StateOperation(sharing: definition)].compactMap(\.self), in: scope, isConditional: true,
      wait,
      [definition.id], into: &writer
    ) { revision, mark, writer in
      ButtonsPatchResponse(revision: revision, warnings: warnings, fleet: mark)
        .write(into: &writer)
    }
  }

  private static func identity(
    _ params: JSONElement?
  ) throws(ProtocolError) -> (id: String, wait: Wait?) {
    do {
      let members = Members(params)
      return (try members.required(.id, as: ButtonID.self).text, try members.optional(.wait))
    } catch {
      throw error.under("params")
    }
  }
}
