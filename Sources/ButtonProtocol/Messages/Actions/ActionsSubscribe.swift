package import ButtonModel
package import JSONRPC

/// Subscribes to the actions of buttons.
package struct ActionsSubscribeRequest: Request, Hashable {
  package typealias Response = ActionsSubscribeResponse
  package static let method: StaticString = "actions.subscribe"

  package var match: Match

  package init(match: Match = .everything) { self.match = match }

  package init(_ members: Members) throws(ProtocolError) {
    match = try members.optional("match", default: .everything)
  }

  package func writeMembers(into writer: inout JSONWriter) {
    if match != .everything { writer.member("match", match) }
  }

  /// What is asked for.
  package var spec: ActionSubscriptionSpec { ActionSubscriptionSpec(match: match) }
}

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

/// A button performed its action.
package struct ActionTriggeredNotification: Notification, Hashable {
  package static let method: StaticString = "action.triggered"

  package var subscription: String
  package var id: String
  /// The name in the button's action.
  package var name: String?
  /// The payload in the button's action.
  package var payload: StateValue?
  /// The client that pressed or triggered, as it called itself.
  package var client: String?
  package var revision: UInt64
  /// Actions before this one that were dropped because nobody took them.
  package var missed: Int?

  package init(
    subscription: String, id: String, name: String? = nil, payload: StateValue? = nil,
    client: String? = nil, revision: UInt64, missed: Int? = nil
  ) {
    self.subscription = subscription
    self.id = id
    self.name = name
    self.payload = payload
    self.client = client
    self.revision = revision
    self.missed = missed
  }

  package init(_ members: Members) throws(ProtocolError) {
    subscription = try members.required("subscription")
    id = try members.required("id")
    name = try members.optional("name")
    payload = try members.optional("payload")
    client = try members.optional("client")
    revision = try members.required("revision")
    missed = try members.optional("missed")
  }

  package func writeMembers(into writer: inout JSONWriter) {
    writer.member("subscription", subscription)
    writer.member("id", id)
    writer.member("name", ifPresent: name)
    writer.member("payload", ifPresent: payload)
    writer.member("client", ifPresent: client)
    writer.member("revision", revision)
    writer.member("missed", ifPresent: missed)
  }
}
