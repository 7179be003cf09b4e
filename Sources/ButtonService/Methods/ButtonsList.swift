import ButtonEngine
import ButtonModel
import ButtonProtocol
import JSONRPC

enum ButtonsList: Handler {
  typealias Message = ButtonsListRequest

  static func handle(
    _ call: Call, into writer: inout JSONWriter
  ) throws(ProtocolError) -> Outcome {
    let page = ButtonPage(
      request: try ButtonsListRequest(params: call.params), workOfByte: 1)
    writer.beginObject()
    page.write(of: call, into: &writer) { slot, definition, writer in
      ButtonListing(
        id: definition.id, style: definition.style.text, handler: definition.handler?.text,
        group: definition.group, isHidden: call.engine.isHidden(slot),
        status: call.engine.status(of: slot)?.lookStatus,
        scope: call.engine.sharesDefinitions
          ? call.engine.nameOfDefinitionScope(of: UTF8String(definition.id)) : nil
      ).write(into: &writer)
    }
    writer.endObject()
    return .answered
  }
}
