/// A client's connection: a small number that the server assigns and may reuse later.
package struct ConnectionID: Hashable, Sendable {
  package let rawValue: UInt32

  package init(rawValue: UInt32) { self.rawValue = rawValue }
}

/// A request that is answered later.
package struct Ticket: Hashable, Sendable {
  package let connection: ConnectionID
  /// Unique for the run of the daemon.
  package let serial: UInt64

  package init(connection: ConnectionID, serial: UInt64) {
    self.connection = connection
    self.serial = serial
  }
}
