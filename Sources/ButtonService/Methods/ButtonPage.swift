import ButtonEngine
import ButtonModel
import ButtonProtocol
import ButtonStore
import JSONRPC

/// One page of the buttons in a request, ordered by id: as many as fit into a line.
struct ButtonPage<Response: ButtonsPageResponse> {
  let request: ButtonsPageRequest<Response>
  /// The cost of writing one byte of a button, in units of work.
  let workOfByte: Int

  /// Writes the members `buttons`, with `body` for each button, and `next` if there are more.
  func write(
    of call: Call, into writer: inout JSONWriter,
    _ body: (ButtonSlot, ButtonDefinition, inout JSONWriter) -> Void
  ) {
    call.service.budget.work &+= (request.match?.nameCount ?? 0) * WorkCost.name
    let room = call.service.limits.maxFrameBytes - 4 * Service.envelopeRoom
    let begin = writer.count
    writer.key(.buttons)
    writer.beginArray()
    var count = 0
    var last: String?
    var isCut = false
    var next = call.engine.forEachButton(
      request.match ?? .everything, after: request.after.map { UTF8String($0) },
      allowance: call.service.budget.searchAllowance
    ) { slot in
      guard let definition = call.engine.definition(in: slot) else { return true }
      let start = writer.count
      if count < request.limit ?? .max {
        call.service.budget.work &+= WorkCost.record
        body(slot, definition, &writer)
        call.service.budget.work &+= workOfByte * (writer.count - start)
        if writer.count - begin <= room || count == 0 {
          count += 1
          last = definition.id
          return true
        }
        writer.truncate(to: start)
      }
      isCut = true
      return false
    }
    if isCut { next = last.map { UTF8String($0) } }
    writer.endArray()
    writer.member(.next, ifPresent: next)
  }
}
