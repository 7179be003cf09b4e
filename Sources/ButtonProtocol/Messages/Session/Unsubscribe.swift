package import JSONRPC

/// Ends a subscription of this connection.
package struct UnsubscribeRequest: Request, Hashable {
  package typealias Response = EmptyResponse
  package static let method: StaticString = "unsubscribe"

  package var subscription: String

  package init(subscription: String) {
    self.subscription = subscription
  }

  package init(_ members: Members) throws(ProtocolError) {
    subscription = try members.required("subscription")
  }

  package func writeMembers(into writer: inout JSONWriter) {
    writer.member("subscription", subscription)
  }
}
