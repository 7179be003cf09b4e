import ButtonEngine
import ButtonModel
import ButtonProtocol
import JSONRPC

enum GroupsDefine: Handler {
  typealias Message = GroupsDefineRequest

  static func handle(
    _ call: Call, into writer: inout JSONWriter
  ) throws(ProtocolError) -> Outcome {
    try call.checkDefinitions(in: "groups")
    let request = try GroupsDefineRequest(params: call.params)
    let ids = request.groups.map(\.id)
    return try call.commit(
      Definitions(groups: request.groups), in: .groups, request.wait,
      of: { [engine = call.engine] _ in engine.scope(groups: ids.map { UTF8String($0) }) },
      into: &writer,
      write: { receipt, writer in
        GroupsDefineResponse(revision: receipt.revision, defined: ids).write(into: &writer)
      })
  }
}
