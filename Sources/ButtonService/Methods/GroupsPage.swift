import ButtonEngine
import ButtonModel
import ButtonProtocol
import JSONRPC

enum GroupsList: Handler {
  typealias Message = GroupsListRequest

  static func handle(
    _ call: Call, into writer: inout JSONWriter
  ) throws(ProtocolError) -> Outcome {
    let request = try GroupsListRequest(params: call.params)
    var page = LinePage<String>(call, limit: request.limit, in: writer)
    writer.beginObject()
    writer.key("groups")
    writer.beginArray()
    call.engine.forEachGroup(after: request.after.map { UTF8String($0) }) { listing, _ in
      call.service.budget.work &+= WorkCost.record
      return page.append(listing.id, into: &writer) { writer in
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

enum GroupsGet: Handler {
  typealias Message = GroupsGetRequest

  static func handle(
    _ call: Call, into writer: inout JSONWriter
  ) throws(ProtocolError) -> Outcome {
    let request = try GroupsGetRequest(params: call.params)
    let wanted = request.ids.map(Set.init)
    var page = LinePage<String>(call, limit: request.limit, in: writer)
    writer.beginObject()
    writer.member(.revision, call.engine.revision)
    writer.key("groups")
    writer.beginArray()
    call.engine.forEachGroup(after: request.after.map { UTF8String($0) }) { listing, definition in
      call.service.budget.work &+= WorkCost.record
      if wanted?.contains(listing.id) == false { return true }
      return page.append(listing.id, into: &writer) { writer in
        let start = writer.count
        definition.write(into: &writer)
        call.service.budget.work &+= 20 * (writer.count - start)
        return 0
      }
    }
    writer.endArray()
    writer.member(.next, ifPresent: page.next)
    writer.endObject()
    return .answered
  }
}
