import ButtonEngine
import ButtonModel
import ButtonProtocol
import JSONRPC

/// `state.get`: returns values, ordered by key, as many as fit into a line.
enum StateGet: Handler {
  typealias Message = StateGetRequest

  static func handle(
    _ call: Call, into writer: inout JSONWriter
  ) throws(ProtocolError) -> Outcome {
    let request = try StateGetRequest(params: call.params)
    let room = call.service.limits.maxFrameBytes - call.engine.errorRoom - 4 * Service.envelopeRoom
    let begin = writer.count
    writer.beginObject()
    writer.key(.revision)
    call.engine.settleDerivedKeys()
    writer.int(call.engine.revision)
    writer.key(.values)
    writer.beginObject()
    var count = 0
    var last: UTF8String?
    var lost: [UTF8String] = []
    var lostBytes = 0
    var isCut = false
    call.engine.forEachKey(request.spec, after: request.after) { key, value in
      let before = writer.count
      if count < request.limit ?? .max {
        writer.key(key)
        value.write(into: &writer)
        let isLost = call.engine.isLost(key)
        if isLost { lostBytes += key.bytes.count + 3 }
        if count == 0 || writer.count - begin + lostBytes <= room {
          if isLost { lost.append(key) }
          count += 1
          last = key
          return true
        }
      }
      writer.truncate(to: before)
      isCut = true
      return false
    }
    writer.endObject()
    if !lost.isEmpty {
      writer.key(.lost)
      writer.beginArray()
      for key in lost { writer.string(key) }
      writer.endArray()
    }
    call.engine.writeErrors(
      request.spec, after: request.after, through: isCut ? last : nil, into: &writer)
    if isCut { writer.member(.next, ifPresent: last) }
    writer.endObject()
    return .answered
  }
}
