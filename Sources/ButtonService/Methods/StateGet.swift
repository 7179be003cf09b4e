import ButtonEngine
import ButtonModel
import ButtonProtocol
import JSONRPC

enum StateGet: Handler {
  typealias Message = StateGetRequest

  static func handle(
    _ call: Call, into writer: inout JSONWriter
  ) throws(ProtocolError) -> Outcome {
    let request = try StateGetRequest(params: call.params)
    var page = LinePage<UTF8String>(
      call, limit: request.limit, reserving: call.engine.errorRoom, in: writer)
    writer.beginObject()
    writer.key(.revision)
    call.engine.settle()
    writer.int(call.engine.revision)
    writer.key(.values)
    writer.beginObject()
    var lost: [UTF8String] = []
    var lostBytes = 0
    call.engine.forEachKey(request.spec, after: request.after) { key, value in
      var isLost = false
      let isOnPage = page.append(key, into: &writer) { writer in
        writer.key(key)
        value.write(into: &writer)
        isLost = call.engine.isLost(key)
        if isLost { lostBytes += key.bytes.count + 3 }
        return lostBytes
      }
      if isOnPage, isLost { lost.append(key) }
      return isOnPage
    }
    writer.endObject()
    if !lost.isEmpty {
      writer.key(.lost)
      writer.beginArray()
      for key in lost { writer.string(key) }
      writer.endArray()
    }
    call.engine.writeErrors(
      request.spec, after: request.after, through: page.next, into: &writer)
    writer.member(.next, ifPresent: page.next)
    writer.endObject()
    return .answered
  }
}
