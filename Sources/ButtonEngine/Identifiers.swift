/// A client's connection, as a small number that its server gives it and may give again later.
package struct ConnectionID: Hashable, Sendable {
  package let rawValue: UInt32

  package init(rawValue: UInt32) { self.rawValue = rawValue }
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
