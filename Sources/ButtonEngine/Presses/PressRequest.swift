package import ButtonModel
package import ButtonProtocol

/// One event of a press, and who sent it.
package struct PressRequest: Sendable {
  package var id: UTF8String
  package var event: PressEvent
  package var connection: ConnectionID
  /// The name the client gives itself, reported with the action if that comes later.
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

/// The outcome of a press event.
package enum PressOutcome: Hashable, Sendable {
  /// The phase of the press, and the action that was performed, if one was.
  case known(PressPhase, performed: Performed?)
  /// The button's plugin decides; the ticket is answered later.
  case later
}

/// An action that was performed.
package struct Performed: Hashable, Sendable {
  /// Where it stands in the button's definition.
  package let place: ActionPlace
  /// The revision that it made, or the present one if it changed nothing.
  package let revision: UInt64
  /// The number of the press that performed it, for changes that are a part of its release; nil if none did.
  package var press: UInt64?
  /// By how many steps the button was turned; nil if it was not.
  package var delta: Int?
}

/// What happened to a client's press of a button.
package enum PressEvent: Hashable, Sendable {
  /// The press began; without a location, inside the button.
  case began(PressLocation?)
  case moved(PressLocation)
  /// The press was released; without a location, at the last one.
  case ended(PressLocation?)
  /// The press was cancelled.
  case cancelled
}
