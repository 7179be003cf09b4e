package import ButtonModel

/// The engine's settings. Times are in nanoseconds.
package struct EngineSettings: Sendable {
  /// The maximum number of frames per second; 0 allows one in every turn of the event loop.
  package var maximumFrameRate: Double = 0
  /// How long a frame waits for lanes before it is published without them.
  package var frameDeadline: UInt64 = 8_000_000
  /// How long a snapshot waits for a plugin that is starting.
  package var startingDeadline: UInt64 = 2_000_000_000
  /// How long `wait: "published"` waits.
  package var publishedDeadline: UInt64 = 5_000_000_000
  /// How long a look may be stale before the fallback replaces it.
  package var staleDeadline: UInt64 = 30_000_000_000
  /// The maximum length of a line sent to a client, in bytes.
  package var maximumFrameBytes = 4 << 20
  /// The maximum size in bytes of one answer or line with looks. The rest follows in further parts.
  package var maximumPartBytes = 1 << 20
  /// The bytes of lines and answers after which a turn produces no more.
  package var maximumBytesAtOnce = 32 << 20
  /// What one search may cost, for a page of an answer or the changes for one client, in units of
  /// work.
  package var searchAllowance = 600_000
  /// What beginning the rounds of a frame, and drawing buttons without plugins, may cost in one turn, in
  /// units of work. The rest of the frame follows in the next turns.
  package var drawingAllowance = 2_000_000
  /// The maximum number of keys with a value.
  package var maximumKeys = 1_000_000
  /// The maximum length of a value as JSON, in bytes.
  package var maximumValueBytes = 64 << 10
  /// The maximum size of all names and values together, in bytes.
  package var maximumStateBytes = 256 << 20
  /// How many keys without a value and a reader are kept before their ids are given back; read once.
  package var unusedKeys = 4_096
  /// The maximum number of derived keys.
  package var maximumDerivedKeys = 65_536
  /// The maximum size of the expressions of all derived keys, bindings and actions, in bytes, as
  /// `DerivedKey.byteCount` counts them.
  package var maximumDerivedBytes = 256 << 20
  /// The bytes of all images, as Base64.
  package var maximumImageBytes = 64 << 20
  /// The limits of every expression.
  package var expressions = ExpressionLimits()
  /// The maximum number of steps of all evaluations of derived keys and bindings in one tick.
  package var maximumDerivedSteps = 500_000
  /// The maximum number of leases that connections hold, and of keys that belong to one.
  package var maximumLeases = 1_024
  package var maximumLeasedKeys = 262_144
  /// The maximum number of leases that an unprivileged user may hold, and of keys that belong to those.
  package var maximumUserLeases = 512
  package var maximumUserLeasedKeys = 131_072
  /// The maximum length of a definition as JSON, in bytes.
  package var maximumDefinitionBytes = 64 << 10
  /// The maximum length of all definitions as JSON, in bytes.
  package var maximumDefinitionsBytes = 512 << 20
  /// The limits of memory used for clients.
  package var clientBytes = ClientLedger.Limits()
  /// The maximum number of buttons.
  package var maximumButtons = 1_000_000
  /// The maximum number of groups with a definition.
  package var maximumGroups = 4_096
  /// The maximum number of trait sets in use at once.
  package var maximumTraitSets = 16
  /// The maximum number of trait sets, besides the default set, that an unprivileged user may use.
  package var maximumUserTraitSets = 8
  /// How many removed buttons are remembered for clients that resume.
  package var maximumTombstones = 65_536
  /// The maximum number of buttons whose size one connection may report.
  package var maximumLayouts = 1_000
  /// The maximum number of presses of one connection at once.
  package var maximumPresses = 100
  /// How long a press waits for the decision of the button's style.
  package var gestureDeadline: UInt64 = 250_000_000
  /// Whether the keys of the clock tell the time; otherwise clients write them, as in a replay.
  package var tellsTime = true
  /// The traits for clients that specify none.
  package var traits = Traits()

  package init() {}
}
