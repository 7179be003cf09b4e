/// A client's connection, as a small number that its server gives it and may give again later.
package struct ConnectionID: Hashable, Sendable {
  package let rawValue: UInt32

  package init(rawValue: UInt32) { self.rawValue = rawValue }
}

/// A place where buttons are resolved: the daemon itself, or one plugin's worker.
package struct LaneID: Hashable, Sendable {
  package let rawValue: UInt16

  package init(rawValue: UInt16) { self.rawValue = rawValue }

  /// Buttons with a system style and no handler, resolved in the daemon.
  package static let builtIn = LaneID(rawValue: 0)
}

/// Names a request whose answer comes later.
package struct Ticket: Hashable, Sendable {
  package let connection: ConnectionID
  /// Unique within the life of the daemon.
  package let serial: UInt64

  package init(connection: ConnectionID, serial: UInt64) {
    self.connection = connection
    self.serial = serial
  }
}
