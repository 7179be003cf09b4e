import ButtonEngine
import ButtonModel
import ButtonProtocol
import JSONRPC

/// `buttons.definitions`: how buttons are defined, in order of their ids, as many as fit a line.
enum ButtonsDefinitions: Handler {
  typealias Message = ButtonsDefinitionsRequest
  static let right = Role.read

  static func handle(
    _ call: Call, into writer: inout JSONWriter
  ) throws(ProtocolError) -> Outcome {
    let request = try ButtonsDefinitionsRequest(params: call.params)
    let room = call.service.limits.maxFrameBytes - 4 * Service.envelopeRoom
    let begin = writer.count
    writer.beginObject()
    writer.member("revision", call.engine.revision)
    writer.key("buttons")
    writer.beginArray()
    var count = 0
    var last: String?
    var isCut = false
    var next = call.engine.forEachButton(
      request.match ?? .everything, after: request.after.map { UTF8String($0) },
      allowance: Engine.searchAllowance
    ) { slot in
      guard let definition = call.engine.definition(in: slot) else { return true }
      let before = writer.count
      if count < request.limit ?? .max {
        call.engine.charge(Engine.workOfRecord)
        definition.write(into: &writer)
        if writer.count - begin <= room || count == 0 {
          count += 1
          last = definition.id
          return true
        }
        writer.truncate(to: before)
      }
      isCut = true
      return false
    }
    if isCut { next = last.map { UTF8String($0) } }
    writer.endArray()
    writer.member("next", ifPresent: next)
    writer.endObject()
    return .answered
  }
}
