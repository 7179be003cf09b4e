package import JSONRPC

/// The beginning of a subscription to actions.
package struct ActionsSubscribeResponse: Message, Hashable {
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
