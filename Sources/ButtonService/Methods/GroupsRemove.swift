import ButtonEngine
import ButtonModel
import ButtonProtocol
import JSONRPC

/// `groups.remove`: removes groups, not their buttons, and skips unknown ids.
enum GroupsRemove: Handler {
  typealias Message = GroupsRemoveRequest

  static func handle(
    _ call: Call, into writer: inout JSONWriter
  ) throws(ProtocolError) -> Outcome {
    try call.checkDefinitions(in: "ids")
    let request = try GroupsRemoveRequest(params: call.params)
    let removed: [UTF8String]
    do {
      removed = try call.engine.removeGroupsDurably(request.ids.map { UTF8String($0) })
    } catch {
      throw ProtocolError(error, in: .later)
    }
    let start = writer.count
    GroupsRemoveResponse(revision: call.engine.revision, removed: removed.map(\.string))
      .write(into: &writer)
    return try call.finish(
      request.wait, of: call.engine.scope(groups: removed), from: start, of: writer)
  }
}
