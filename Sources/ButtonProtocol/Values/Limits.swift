package import ButtonModel
import JSONRPC

/// The bounds of this daemon, which `hello` reports and errors name.
package struct Limits: WireObject, Hashable {
  package static var schema: Schema {
    .named("Limits", "The daemon's bounds.", .table(Self.self))
  }

  /// Bytes of a line to the daemon.
  package var maxLineBytes = 1 << 20
  /// Bytes of a line from the daemon.
  package var maxFrameBytes = 4 << 20
  /// Containers inside one another in a line.
  package var depth = JSONParser.maxDepth
  /// Requests of one batch.
  package var batchRequests = 4_096
  package var connections = 10_000
  /// Connections of one user.
  package var userConnections = 5_000
  /// State keys with a value.
  package var keys = 1_000_000
  package var keyBytes = StateKey.maximumBytes
  package var keySegments = StateKey.maximumSegments
  /// Bytes of one value as JSON.
  package var valueBytes = 64 << 10
  /// Bytes of all keys and values.
  package var stateBytes = 256 << 20
  /// Leases that connections hold.
  package var leases = 1_024
  /// Those of them that one user may hold.
  package var userLeases = 512
  /// State keys that belong to a lease.
  package var leasedKeys = 262_144
  /// Those of them that one user may have written.
  package var userLeasedKeys = 131_072
  /// Keys that follow from others by an expression.
  package var derivedKeys = 65_536
  /// Bytes that the expressions of derived keys and of definitions take together.
  package var derivedBytes = 256 << 20
  /// Steps of all evaluations of derived keys and bindings in one tick.
  package var derivedSteps = 500_000
  package var expressions = ExpressionLimits()
  package var buttons = 1_000_000
  /// Groups of buttons with a definition.
  package var groups = 4_096
  /// Bytes of one definition as JSON.
  package var definitionBytes = 64 << 10
  /// Bytes of all definitions as JSON.
  package var definitionsBytes = 512 << 20
  /// Buttons, groups or derived keys that one request defines. All of them are made at once, which takes
  /// some 3 us each: see docs/protocol.md, Turns.
  package var requestDefinitions = 10_000
  /// Different expressions in the definitions of one line, of which each costs some 10 us besides; one counts
  /// again for every 16 keys that it reads.
  package var lineExpressions = 5_000
  /// Bytes of all images, as Base64.
  package var imageBytes = 64 << 20
  package var idBytes = ButtonDefinition.maximumIDBytes
  /// Subscriptions of one connection.
  package var subscriptions = 1_000
  /// Buttons whose size one connection has reported.
  package var layouts = 1_000
  /// Presses of one connection at once.
  package var presses = 100
  /// Patterns with `*` or `?` in one match.
  package var globs = Match.maximumGlobs
  /// Ids in one match, keys in one request that reads state.
  package var names = Match.maximumNames
  /// Changes of one scope of a fleet that wait for it, and bytes of them.
  package var fleetQueue = 10_000
  package var fleetQueueBytes = 8 << 20
  /// Bytes of changes of one scope that are kept until its engine certainly does not lose them any more.
  package var fleetKeptBytes = 64 << 20
  /// Actions of one scope that wait for a group of consumers.
  package var fleetActions = 10_000
  /// Distinct trait sets in use at once.
  package var traitSets = 16
  /// Those of them, besides the usual one, that one user may use.
  package var userTraitSets = 8
  /// Requests of one connection in a second, beyond which the others wait; 0 for any number.
  package var requestRate = 0

  /// Bytes of the name that a client gives itself.
  package var nameBytes = HelloRequest.maximumNameBytes
  /// Bytes that are kept for one connection: what it watches and what it waits for.
  package var connectionBytes = 16 << 20
  /// The same for all connections of one user.
  package var userBytes = 64 << 20
  /// The same for all clients together, with output that they do not take and input that they do not
  /// finish.
  package var clientBytes = 256 << 20

  /// The defaults.
  package init() {}

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
    for (name, path) in Limits.table { try fields.expected(name, &self[keyPath: path]) }
  }

  private static var table: [(StaticString, WritableKeyPath<Limits, Int>)] {
    [
      ("maxLineBytes", \.maxLineBytes), ("maxFrameBytes", \.maxFrameBytes), ("depth", \.depth),
      ("batchRequests", \.batchRequests), ("connections", \.connections),
      ("userConnections", \.userConnections), ("keys", \.keys),
      ("keyBytes", \.keyBytes),
      ("keySegments", \.keySegments), ("valueBytes", \.valueBytes), ("stateBytes", \.stateBytes),
      ("leases", \.leases), ("userLeases", \.userLeases), ("leasedKeys", \.leasedKeys),
      ("userLeasedKeys", \.userLeasedKeys),
      ("derivedKeys", \.derivedKeys), ("derivedBytes", \.derivedBytes),
      ("derivedSteps", \.derivedSteps),
      ("expressionBytes", \.expressions.sourceBytes), ("expressionNodes", \.expressions.nodes),
      ("expressionDepth", \.expressions.depth), ("expressionKeys", \.expressions.keys),
      ("expressionSteps", \.expressions.steps),
      ("expressionResultBytes", \.expressions.resultBytes),
      ("buttons", \.buttons), ("groups", \.groups), ("definitionBytes", \.definitionBytes),
      ("definitionsBytes", \.definitionsBytes),
      ("requestDefinitions", \.requestDefinitions), ("lineExpressions", \.lineExpressions),
      ("imageBytes", \.imageBytes), ("idBytes", \.idBytes),
      ("subscriptions", \.subscriptions),
      ("layouts", \.layouts), ("presses", \.presses), ("globs", \.globs), ("names", \.names),
      ("fleetQueue", \.fleetQueue), ("fleetQueueBytes", \.fleetQueueBytes),
      ("fleetKeptBytes", \.fleetKeptBytes), ("fleetActions", \.fleetActions),
      ("traitSets", \.traitSets), ("userTraitSets", \.userTraitSets),
      ("requestRate", \.requestRate), ("nameBytes", \.nameBytes),
      ("connectionBytes", \.connectionBytes), ("userBytes", \.userBytes),
      ("clientBytes", \.clientBytes),
    ]
  }
}
