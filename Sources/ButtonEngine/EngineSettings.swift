package import ButtonModel

/// What an operator may set about the engine; times in nanoseconds.
package struct EngineSettings: Sendable {
  /// Frames a second at most; 0: one in every turn of the loop that has something to show.
  package var maximumFrameRate: Double = 0
  /// A frame goes without the lanes that have not answered after this time.
  package var frameDeadline: UInt64 = 8_000_000
  /// How long a snapshot waits for a plugin that is still starting.
  package var startingDeadline: UInt64 = 2_000_000_000
  /// How long `wait: "published"` waits.
  package var publishedDeadline: UInt64 = 5_000_000_000
  /// A look that is stale for longer than this gives way to the fallback.
  package var staleDeadline: UInt64 = 30_000_000_000
  /// Bytes of the longest line sent to a client.
  package var maximumFrameBytes = 4 << 20
  /// Bytes of an answer with looks, and of a line that goes to one client that is behind; there are more
  /// of them then.
  package var maximumPartBytes = 1 << 20
  /// Bytes of the lines and answers of one turn, but for the last.
  package var maximumBytesAtOnce = 32 << 20
  /// What one search for a page of an answer or for a client's changes may cost, in units of work of about
  /// a nanosecond.
  package var searchAllowance = 600_000
  /// State keys that may have a value.
  package var maximumKeys = 1_000_000
  /// Bytes of one value as JSON.
  package var maximumValueBytes = 64 << 10
  /// Bytes of all names and values together.
  package var maximumStateBytes = 256 << 20
  /// Bytes of one definition as JSON.
  package var maximumDefinitionBytes = 64 << 10
  /// Bytes of all definitions as JSON.
  package var maximumDefinitionsBytes = 512 << 20
  /// Bytes that may be kept for clients.
  package var clientBytes = ClientLedger.Limits()
  /// Buttons that may be defined.
  package var maximumButtons = 1_000_000
  /// Trait sets that may be in use at once.
  package var maximumTraitSets = 16
  /// Those of them, besides the default set, that one user may use, except for the privileged.
  package var maximumUserTraitSets = 8
  /// Removed buttons that are remembered for clients that resume.
  package var maximumTombstones = 65_536
  /// Buttons that one connection may say how large it draws.
  package var maximumLayouts = 1_000
  /// Buttons that one connection may press at once.
  package var maximumPresses = 100
  /// How long a press waits for what its button's style makes of it.
  package var gestureDeadline: UInt64 = 250_000_000
  /// The traits of clients that name none.
  package var traits = Traits()

  package init() {}
}
