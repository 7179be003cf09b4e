import ButtonEngine
import ButtonModel
import ButtonProtocol
import JSONRPC

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
    let change = Definitions(
      buttons: definition == present ? [] : [definition], keepsPresses: true)
    return try call.commit(
      change, in: .patch(definition), isConditional: true, wait,
      of: { [engine = call.engine] _ in engine.scope(buttons: [UTF8String(id)]) }, into: &writer,
      write: { [warnings = reader.warnings] receipt, writer in
        ButtonsPatchResponse(
          revision: receipt.revision, warnings: warnings, fleet: receipt.fleet
        ).write(into: &writer)
      })
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
