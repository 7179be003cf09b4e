import ButtonEngine
import ButtonModel
import ButtonProtocol
import JSONRPC

/// `buttons.list`: which buttons there are, in order of their ids, as many as fit a line.
enum ButtonsList: Handler {
  typealias Message = ButtonsListRequest
  static let right = Role.read

  static func handle(
    _ call: Call, into writer: inout JSONWriter
  ) throws(ProtocolError) -> Outcome {
    let request = try ButtonsListRequest(params: call.params)
    var found = call.engine.slots(matching: request.match ?? .everything)
    if let after = request.after.map({ UTF8String($0) }) { found.removeAll { $0.id <= after } }
    found.sort { $0.id < $1.id }
    let limit = min(request.limit ?? found.count, found.count)
    let room = call.service.limits.maxFrameBytes - 4 * Service.envelopeRoom
    let begin = writer.count
    writer.beginObject()
    writer.key("buttons")
    writer.beginArray()
    var count = 0
    while count < limit {
      guard let definition = call.engine.definition(in: found[count].slot) else { break }
      let before = writer.count
      ButtonListing(
        id: definition.id, style: definition.style.text, handler: definition.handler?.text,
        group: definition.group,
        status: call.engine.status(of: found[count].slot)?.lookStatus
      ).write(into: &writer)
      if writer.count - begin > room, count > 0 {
        writer.truncate(to: before)
        break
      }
      count += 1
    }
    writer.endArray()
    if count > 0, count < found.count {
      writer.key("next")
      writer.string(found[count - 1].id)
    }
    writer.endObject()
    return .answered
  }
}
