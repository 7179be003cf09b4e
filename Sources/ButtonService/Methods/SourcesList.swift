import ButtonEngine
import ButtonProtocol
import JSONRPC

/// `sources.list`: lists the sources and how they are doing.
enum SourcesList: Handler {
  typealias Message = SourcesListRequest

  static func handle(
    _ call: Call, into writer: inout JSONWriter
  ) throws(ProtocolError) -> Outcome {
    _ = try SourcesListRequest(params: call.params)
    let start = writer.count
    SourcesListResponse(sources: call.service.sourceListings).write(into: &writer)
    call.service.budget.work &+= (writer.count - start) * Service.workOfListedByte
    return .answered
  }
}
