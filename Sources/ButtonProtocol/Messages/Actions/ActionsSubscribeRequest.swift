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
