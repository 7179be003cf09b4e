import ButtonEngine
import ButtonModel
import ButtonProtocol
import JSONRPC

/// `groups.define`: defines all of the groups or none.
enum GroupsDefine: Handler {
  typealias Message = GroupsDefineRequest

  static func handle(
    _ call: Call, into writer: inout JSONWriter
  ) throws(ProtocolError) -> Outcome {
    try call.checkDefinitions(in: "groups")
    let request = try GroupsDefineRequest(params: call.params)
    let revision: UInt64
    do {
      revision = try call.engine.commit(Definitions(groups: request.groups)).revision
    } catch {
      throw ProtocolError(error, in: .groups)
    }
    let ids = request.groups.map(\.id)
    let start = writer.count
    GroupsDefineResponse(revision: revision, defined: ids).write(into: &writer)
    return try call.finish(
      request.wait, of: call.engine.scope(groups: ids.map { UTF8String($0) }), from: start,
      of: writer)
  }
}
