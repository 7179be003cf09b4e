package import ButtonModel
package import ButtonProtocol

/// One event of a press, and who sent it.
package struct PressRequest: Sendable {
  package var id: UTF8String
  package var event: PressEvent
  package var connection: ConnectionID
  /// What the client calls itself, told along with an action that follows later.
  package var client: String?
  /// Where the answer goes when it comes later; nil when none is wanted.
  package var ticket: Ticket?
  /// The answer waits until everything applied before has been published.
  package var isPublishedFirst: Bool

  package init(
    id: UTF8String, event: PressEvent, connection: ConnectionID, client: String? = nil,
    ticket: Ticket? = nil, isPublishedFirst: Bool = false
  ) {
    self.id = id
    self.event = event
    self.connection = connection
    self.client = client
    self.ticket = ticket
    self.isPublishedFirst = isPublishedFirst
  }
}

/// What became of an event of a press.
package enum PressOutcome: Hashable, Sendable {
  /// Where the press stands now; with a revision, the action was performed and made it.
  case known(PressPhase, performed: UInt64?)
  /// The button's plugin decides: the ticket is answered later.
  case later
}

/// What a client says about its press of a button.
package enum PressEvent: Hashable, Sendable {
  /// It began, somewhere inside unless a place is named.
  case began(PressLocation?)
  case moved(PressLocation)
  /// It was released, at the last place unless one is named.
  case ended(PressLocation?)
  /// It came to nothing.
  case cancelled
}
