package import JSONRPC

/// Subscribes to what clients ask for that changes anything: what a recording is made of.
package struct InputsSubscribeRequest: Request, Hashable {
  package typealias Response = InputsSubscribeResponse
  package static let method: StaticString = "inputs.subscribe"

  package init() {}

  package init(_ members: Members) throws(ProtocolError) {}

  package func writeMembers(into writer: inout JSONWriter) {}

  /// The subscription's name on the wire.
  package static var subscription: String { SubscriptionName(method: "inputs").text }
}
