extension Supervisor {
  /// Where a plugin's worker is in its life.
  package enum Phase: Hashable, Sendable {
    /// Its manifest was seen; nothing has been checked.
    case discovered
    /// It may run, and waits for its turn to start.
    case verified
    /// Between spawn and hello.
    case spawning
    /// It waits for a batch.
    case ready
    /// A batch is out.
    case busy
    /// It was asked to stop, and has not gone yet.
    case stopping
    /// It failed and is going; the cause is what will be reported.
    case dying(Cause)
    /// It waits to be started again.
    case backoff
    /// It died too often; `wakeAt` is the next probe.
    case quarantined
    /// Starting it again would not help.
    case failed
    /// It was asked to be off.
    case disabled
    /// It ended for good.
    case stopped
  }

  /// What a worker is dying of, in words where there is more to say.
  package enum Cause: Hashable, Sendable {
    /// It did not keep a deadline.
    case hung(String)
    /// It broke the protocol.
    case refused(String)
    /// It said that it can never serve.
    case gaveUp(String)
    /// It left the channel; how it exits says more.
    case channelClosed
    /// It left the channel and had to be killed, unless it was just ending.
    case neverExited
  }
}
