import ButtonEngine
import ButtonModel
import ButtonProtocol
import JSONRPC

enum ButtonsDefinitions: Handler {
  typealias Message = ButtonsDefinitionsRequest

  static func handle(
    _ call: Call, into writer: inout JSONWriter
  ) throws(ProtocolError) -> Outcome {
    let page = ButtonPage(
      request: try ButtonsDefinitionsRequest(params: call.params), workOfByte: 20)
    writer.beginObject()
    writer.member(.revision, call.engine.revision)
    page.write(of: call, into: &writer) { _, definition, writer in
      definition.write(into: &writer)
    }
    writer.endObject()
    return .answered
  }
}
