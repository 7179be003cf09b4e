import ButtonEngine
import ButtonModel
import ButtonProtocol
import JSONRPC

/// `state.derived`: lists derived keys, ordered by name, as many as fit into a line.
enum StateDerived: Handler {
  typealias Message = StateDerivedRequest

  static func handle(
    _ call: Call, into writer: inout JSONWriter
  ) throws(ProtocolError) -> Outcome {
    let request = try StateDerivedRequest(params: call.params)
    let room = call.service.limits.maxFrameBytes - 4 * Service.envelopeRoom
    let begin = writer.count
    writer.beginObject()
    writer.member(.revision, call.engine.revision)
    writer.key("keys")
    writer.beginArray()
    var count = 0
    var last: UTF8String?
    var isCut = false
    call.engine.forEachDerivedKey(request.spec, after: request.after) { listing in
      let start = writer.count
      if count < request.limit ?? .max {
        call.service.budget.work &+= WorkCost.record
        listing.write(into: &writer)
        if count == 0 || writer.count - begin <= room {
          count += 1
          last = listing.key
          return true
        }
      }
      writer.truncate(to: start)
      isCut = true
      return false
    }
    writer.endArray()
    if isCut { writer.member(.next, ifPresent: last) }
    writer.endObject()
    return .answered
  }
}
