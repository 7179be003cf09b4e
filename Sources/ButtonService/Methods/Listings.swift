import ButtonEngine
import ButtonProtocol
import JSONRPC

/// What the service lists and reports changes of.
protocol ServedListing: ProgramListing {
  static var topic: EventSubscriptions.Topic { get }
  static func all(of service: Service) -> [Self]
}

extension PluginListing: ServedListing {
  static var topic: EventSubscriptions.Topic { .plugins }
  static func all(of service: Service) -> [PluginListing] { service.pluginListings }
}

extension SourceListing: ServedListing {
  static var topic: EventSubscriptions.Topic { .sources }
  static func all(of service: Service) -> [SourceListing] { service.sourceListings }
}

/// `plugins.list` and `sources.list`.
enum List<Listing: ServedListing>: Handler {
  typealias Message = ListRequest<Listing>

  static func handle(
    _ call: Call, into writer: inout JSONWriter
  ) throws(ProtocolError) -> Outcome {
    _ = try Message(params: call.params)
    let start = writer.count
    ListResponse(Listing.all(of: call.service)).write(into: &writer)
    call.chargeListing(from: start, to: writer.count)
    return .answered
  }
}

/// `plugins.subscribe` and `sources.subscribe`.
enum ListingsSubscribe<Listing: ServedListing>: Handler {
  typealias Message = ListingsSubscribeRequest<Listing>

  static func handle(
    _ call: Call, into writer: inout JSONWriter
  ) throws(ProtocolError) -> Outcome {
    _ = try Message(params: call.params)
    let (service, connection) = (call.service, call.session.connection)
    let name = Message.subscription
    if !service.subscriptions.members(of: name).contains(connection) {
      try call.checkSubscriptionLimit()
      service.subscriptions.subscribe(connection, to: Listing.topic, named: name)
    }
    ListingsSubscribeResponse(subscription: name, Listing.all(of: service)).write(into: &writer)
    return .answered
  }
}
