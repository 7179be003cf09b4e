import ButtonEngine
import ButtonModel
import ButtonProtocol
import JSONRPC

enum GroupsRemove: Handler {
  typealias Message = GroupsRemoveRequest

  static func handle(
    _ call: Call, into writer: inout JSONWriter
  ) throws(ProtocolError) -> Outcome {
    try call.checkDefinitions(in: "ids")
    let request = try GroupsRemoveRequest(params: call.params)
    return try call.commit(
      Definitions(removedGroups: request.ids.map { UTF8String($0) }), in: .later, request.wait,
      of: { [engine = call.engine] in engine.scope(groups: $0.removed) }, into: &writer,
      write: { receipt, writer in
        GroupsRemoveResponse(revision: receipt.revision, removed: receipt.removed.map(\.string))
          .write(into: &writer)
      })
  }
}
