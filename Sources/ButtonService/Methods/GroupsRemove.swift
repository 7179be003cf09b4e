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
    let receipt: DefinitionReceipt
    do {
      let ids = request.ids.map { UTF8String($0) }
      receipt = try call.engine.commit(Definitions(removedGroups: ids))
    } catch {
      throw ProtocolError(error, in: .later)
    }
    let start = writer.count
    let removed = receipt.removedGroups
    GroupsRemoveResponse(revision: receipt.revision, removed: removed.map(\.string))
      .write(into: &writer)
    return try call.finish(
      request.wait, of: call.engine.scope(groups: removed), from: start, of: writer)
  }
}
