import ButtonEngine
import ButtonModel
import ButtonProtocol
import JSONRPC

enum StateDerived: Handler {
  typealias Message = StateDerivedRequest

  static func handle(
    _ call: Call, into writer: inout JSONWriter
  ) throws(ProtocolError) -> Outcome {
    let request = try StateDerivedRequest(params: call.params)
    var page = LinePage<UTF8String>(call, limit: request.limit, in: writer)
    writer.beginObject()
    writer.member(.revision, call.engine.revision)
    writer.key("keys")
    writer.beginArray()
    call.engine.forEachDerivedKey(request.spec, after: request.after) { listing in
      page.append(listing.key, into: &writer) { writer in
        listing.write(into: &writer)
        return 0
      }
    }
    writer.endArray()
    writer.member(.next, ifPresent: page.next)
    writer.endObject()
    return .answered
  }
}
