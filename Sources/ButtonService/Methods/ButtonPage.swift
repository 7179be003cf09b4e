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

  /// Writes `buttons`, with `body` for each button, and `next` if there are more.
  func write(
    of call: Call, into writer: inout JSONWriter,
    _ body: (ButtonSlot, ButtonDefinition, inout JSONWriter) -> Void
  ) {
    call.service.budget.work &+= (request.match?.nameCount ?? 0) * WorkCost.name
    var page = LinePage<String>(call, limit: request.limit, in: writer)
    writer.key(.buttons)
    writer.beginArray()
    let next = call.engine.forEachButton(
      request.match ?? .everything, after: request.after.map { UTF8String($0) },
      allowance: call.service.budget.searchAllowance
    ) { slot in
      guard let definition = call.engine.definition(in: slot) else { return true }
      return page.append(definition.id, into: &writer) { writer in
        let start = writer.count
        call.service.budget.work &+= WorkCost.record
        body(slot, definition, &writer)
        call.service.budget.work &+= workOfByte * (writer.count - start)
        return 0
      }
    }
    writer.endArray()
    writer.member(.next, ifPresent: page.next.map { UTF8String($0) } ?? next)
  }
}
