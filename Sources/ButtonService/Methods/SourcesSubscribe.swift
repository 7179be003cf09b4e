import ButtonEngine
import ButtonProtocol
import JSONRPC

/// `sources.subscribe`: returns how the sources are doing, and then sends changes.
enum SourcesSubscribe: Handler {
  typealias Message = SourcesSubscribeRequest

  static func handle(
    _ call: Call, into writer: inout JSONWriter
  ) throws(ProtocolError) -> Outcome {
    _ = try SourcesSubscribeRequest(params: call.params)
    let (service, connection) = (call.service, call.session.connection)
    let name = SourcesSubscribeRequest.subscription
    if !service.subscriptions.members(of: name).contains(connection) {
      try call.checkSubscriptionLimit()
      service.subscriptions.subscribe(connection, to: .sources, named: name)
    }
    SourcesSubscribeResponse(subscription: name, sources: service.sourceListings)
      .write(into: &writer)
    return .answered
  }
}
