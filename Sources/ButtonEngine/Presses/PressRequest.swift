package import ButtonModel
package import ButtonProtocol

/// One event of a press, and who sent it.
package struct PressRequest: Sendable {
  package var id: UTF8String
  package var event: PressEvent
  package var connection: ConnectionID
  /// The name the client gives itself, for an action that comes later.
  package var client: String?
  /// The ticket for a later answer; nil if none is wanted.
  package var ticket: Ticket?
  /// The answer waits until everything applied before is published.
  package var isPublishedFirst: Bool
  /// The answer waits until the fleet has what the action changes of shared keys.
  package var waitsForFleet: Bool

  var requester: Requester { Requester(client: client, waitsForFleet: waitsForFleet) }

  package init(
    id: UTF8String, event: PressEvent, connection: ConnectionID, client: String? = nil,
    ticket: Ticket? = nil, isPublishedFirst: Bool = false, waitsForFleet: Bool = false
  ) {
    self.waitsForFleet = waitsForFleet
    self.id = id
    self.event = event
    self.connection = connection
    self.client = client
    self.ticket = ticket
    self.isPublishedFirst = isPublishedFirst
  }
}

/// Who has a button perform its action.
package struct Requester {
  /// What the client calls itself.
  package let client: String?
  /// Whether the answer waits until the fleet has the change, whatever the class of its keys.
  package let waitsForFleet: Bool

  package init(client: String?, waitsForFleet: Bool = false) {
    self.client = client
    self.waitsForFleet = waitsForFleet
  }
}

/// A request that waits until a style, or the fleet, has decided a press.
package struct PressWaiter {
  package let ticket: Ticket
  /// The answer also waits until everything applied before is published.
  let isPublishedFirst: Bool
  /// The answer also waits for the fleet, if the action changes shared keys.
  let waitsForFleet: Bool

  /// What has to happen before the answer to a press in this scope.
  package func milestone(_ scope: WaitScope, since now: UInt64) -> Milestone {
    isPublishedFirst ? .published(scope, since: now) : .kept
  }
}

package enum PressOutcome: Hashable, Sendable {
  case known(PressPhase, performed: Performed?)
  /// The button's plugin decides; the ticket is answered later.
  case later
}

package struct Performed: Hashable, Sendable {
  /// The action's place in the button's definition.
  package let place: ActionPlace
  /// Made by the action, or the present one if it changed nothing.
  package let revision: UInt64
  /// Names the press in changes that are a part of its release; nil if none performed the action.
  package var press: UInt64?
  /// The steps that the button was turned by; nil if it was not.
  package var delta: Int?
}

package enum PressEvent: Hashable, Sendable {
  /// Without a location, inside the button.
  case began(PressLocation?)
  case moved(PressLocation)
  /// Without a location, at the last one.
  case ended(PressLocation?)
  case cancelled
}
