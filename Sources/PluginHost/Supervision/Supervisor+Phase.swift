extension Supervisor {
  /// A phase in a worker's life.
  package enum Phase: Hashable, Sendable {
    /// Its manifest was seen; nothing has been checked.
    case discovered
    /// It may run, and waits for its turn to start.
    case verified
    /// The worker is between spawn and hello.
    case spawning
    /// It waits for a batch.
    case ready
    /// A batch is in flight.
    case busy
    case stopping
    /// It failed and is ending; the cause will be reported.
    case dying(Cause)
    case backoff
    /// It died too often; `wakeAt` is the next probe.
    case quarantined
    /// A restart would not help.
    case failed
    case disabled
    case stopped
  }

  /// Why a worker is dying.
  package enum Cause: Hashable, Sendable {
    /// It missed a deadline.
    case hung(String)
    case refused(String)
    case gaveUp(String)
    /// It closed the channel; how it exits says more.
    case channelClosed
    /// It closed the channel and had to be killed, unless it was just ending.
    case neverExited
  }
}
