package import ButtonModel
package import JSONRPC

/// The bounds of this daemon: `hello` reports them, errors name them and a configuration sets them.
/// Everything else about them is made from ``rows``.
package struct Limits: WireObject, Hashable {
  package static var schema: Schema {
    .named("Limits", "The daemon's bounds.", .table(Self.self))
  }

  package var maxLineBytes = 1 << 20
  package var maxFrameBytes = 4 << 20
  package var depth = JSONParser.maxDepth
  package var batchRequests = 4_096
  package var connections = 10_000
  package var userConnections = 5_000
  package var keys = 1_000_000
  package var keyBytes = StateKey.maximumBytes
  package var keySegments = StateKey.maximumSegments
  package var valueBytes = 64 << 10
  package var stateBytes = 256 << 20
  package var leases = 1_024
  package var userLeases = 512
  package var leasedKeys = 262_144
  package var userLeasedKeys = 131_072
  package var derivedKeys = 65_536
  package var derivedBytes = 256 << 20
  package var derivedSteps = 500_000
  package var expressions = ExpressionLimits()
  package var buttons = 1_000_000
  package var groups = 4_096
  package var definitionBytes = 64 << 10
  package var definitionsBytes = 512 << 20
  /// A request makes all of them at once, in some 3 us each: see docs/protocol.md, Turns.
  package var requestDefinitions = 10_000
  /// Each costs some 10 us.
  package var lineExpressions = 5_000
  package var imageBytes = 64 << 20
  package var idBytes = ButtonDefinition.maximumIDBytes
  package var subscriptions = 1_000
  package var layouts = 1_000
  package var presses = 100
  package var hovers = 16
  package var globs = Match.maximumGlobs
  package var names = Match.maximumNames
  package var fleetQueue = 10_000
  package var fleetQueueBytes = 8 << 20
  package var fleetKeptBytes = 64 << 20
  package var fleetActions = 10_000
  package var traitSets = 16
  package var userTraitSets = 8
  package var requestRate = 0
  package var nameBytes = HelloRequest.maximumNameBytes
  package var connectionBytes = 16 << 20
  package var userBytes = 64 << 20
  package var clientBytes = 256 << 20
  /// In milliseconds; `hello` does not report it.
  package var stallTimeout = 60_000

  package init() {}

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
    for row in Limits.rows where row.isReported {
      try fields.expected(row.name, &self[keyPath: row.path])
    }
  }

  /// As errors have it.
  package static func name(of path: KeyPath<Limits, Int>) -> String {
    guard let row = rows.first(where: { $0.path == path }) else {
      preconditionFailure("a bound without a row")
    }
    return "\(row.name)"
  }

  /// What a running daemon takes from these: limits that wait for a restart stay as they are.
  package func taken(by running: Limits) -> Limits {
    var limits = self
    for row in Limits.rows where row.setting?.needsRestart == true {
      limits[keyPath: row.path] = running[keyPath: row.path]
    }
    return limits
  }
}

extension Limits {
  package struct Row: Sendable {
    /// The name in `hello` and in errors.
    package let name: StaticString
    package let path: any WritableKeyPath<Limits, Int> & Sendable
    /// What is bounded, where no configuration sets it.
    let fixed: StaticString
    /// Nil if no configuration sets it.
    package let setting: Setting?
    /// The bound of which this one is half unless set.
    package let half: (any KeyPath<Limits, Int> & Sendable)?
    package let isReported: Bool

    /// Writes the row for the page of limits.
    package func write(into writer: inout JSONWriter) {
      writer.beginObject()
      writer.member("name", "\(name)")
      writer.member("value", Limits()[keyPath: path])
      writer.member("setting", ifPresent: setting.map { "\($0.name)" })
      writer.member("half", ifPresent: setting?.half.map { "\($0)" })
      writer.member("text", "\(setting?.text ?? fixed)")
      writer.endObject()
    }
  }

  /// In the order of `hello` and of the pages.
  package static let rows: [Row] = [
    bytes(
      "maxLineBytes", \.maxLineBytes, 4_096...(1 << 30), as: "lineBytes", needsRestart: true,
      "bytes of a line to the daemon"),
    bytes(
      "maxFrameBytes", \.maxFrameBytes, 65_536...(1 << 30), as: "frameBytes",
      "bytes of a line from the daemon"),
    fixed(
      "depth", \.depth,
      """
      levels of objects and arrays in a line to the daemon; the daemon's own lines have at most \
      72
      """),
    fixed("batchRequests", \.batchRequests, "requests of a batch"),
    count("connections", \.connections, 1...1_000_000, "connections"),
    count(
      "userConnections", \.userConnections, 1...1_000_000, half: ("connections", \.connections),
      "connections of one user other than root and the daemon's"),
    count("keys", \.keys, 1...100_000_000, "state keys with a value"),
    fixed("keyBytes", \.keyBytes, "bytes of a key"),
    fixed("keySegments", \.keySegments, "segments of a key"),
    bytes(
      "valueBytes", \.valueBytes, 64...(1 << 30),
      "bytes of a value as JSON: as the daemon writes it, with quotes and escapes"),
    bytes("stateBytes", \.stateBytes, 4_096...(1 << 40), "bytes of all keys and values"),
    count(
      "leases", \.leases, 1...1_000_000, "leases that connections [hold](protocol-state.md#leases)"),
    count(
      "userLeases", \.userLeases, 1...1_000_000, half: ("leases", \.leases),
      "leases that the connections of one user hold"),
    count("leasedKeys", \.leasedKeys, 1...10_000_000, "keys that belong to a lease"),
    count(
      "userLeasedKeys", \.userLeasedKeys, 1...10_000_000, half: ("leasedKeys", \.leasedKeys),
      "leased keys that connections of one user have written"),
    count("derivedKeys", \.derivedKeys, 1...10_000_000, "derived keys"),
    bytes(
      "derivedBytes", \.derivedBytes, 4_096...(1 << 40),
      """
      bytes of the expressions of derived keys and of definitions: 512 for each, and eight for \
      each byte of source; equal texts of definitions count once
      """
    ),
    count(
      "derivedSteps", \.derivedSteps, 1_000...100_000_000,
      """
      steps of all evaluations of derived keys and bindings in one tick; unless set, never less \
      than `expressionSteps`
      """
    ),
    bytes(
      "expressionBytes", \.expressions.sourceBytes, 64...ExpressionLimits.ceiling.sourceBytes,
      "bytes of the source of [an expression](expressions.md#errors-and-bounds)"),
    count(
      "expressionNodes", \.expressions.nodes, 16...ExpressionLimits.ceiling.nodes,
      "parts of an expression: operators, calls, names, literals, texts"),
    count(
      "expressionDepth", \.expressions.depth, 4...ExpressionLimits.ceiling.depth,
      "levels of nesting in an expression"),
    count(
      "expressionKeys", \.expressions.keys, 1...ExpressionLimits.ceiling.keys,
      "keys that an expression reads"),
    count("expressionSteps", \.expressions.steps, 100...1_000_000, "steps of an evaluation"),
    bytes(
      "expressionResultBytes", \.expressions.resultBytes, 64...(64 << 10),
      "bytes of a result that is a text, or of a list or map as JSON"),
    count("buttons", \.buttons, 1...100_000_000, "buttons"),
    count(
      "groups", \.groups, 1...1_000_000, "[groups](protocol-buttons.md#groups) that are defined"),
    bytes(
      "definitionBytes", \.definitionBytes, 1_024...(1 << 30), "bytes of a definition as JSON"),
    bytes(
      "definitionsBytes", \.definitionsBytes, 4_096...(1 << 40),
      """
      bytes of all definitions as JSON: counted once for each set of traits in use, since each \
      has its own looks
      """
    ),
    fixed(
      "requestDefinitions", \.requestDefinitions,
      """
      buttons, groups or derived keys that one request defines; also buttons or groups that it \
      removes
      """
    ),
    fixed(
      "lineExpressions", \.lineExpressions,
      """
      different [expressions](expressions.md) in the definitions of one line; an expression \
      counts again for every 16 keys that it reads
      """
    ),
    bytes(
      "imageBytes", \.imageBytes, 4_096...(1 << 32),
      "bytes of all [images](protocol-looks.md#images): as Base64, with 512 for each"),
    fixed("idBytes", \.idBytes, "bytes of a button's id, and of a glob without its `*`"),
    count(
      "subscriptions", \.subscriptions, 1...1_000_000,
      "subscriptions of one connection; one with several globs counts once for each"),
    count(
      "layouts", \.layouts, 1...1_000_000, "buttons whose size one connection has reported"),
    count("presses", \.presses, 1...100_000, "presses of one connection at a time"),
    count(
      "hovers", \.hovers, 1...100_000,
      "buttons under the pointers of one connection; one more takes the place of the first"),
    fixed("globs", \.globs, "globs in one match"),
    fixed("names", \.names, "ids in one match, keys in one `state.get` or `state.subscribe`"),
    count(
      "fleetQueue", \.fleetQueue, 1...1_000_000,
      "changes of one scope of a fleet that wait for it"),
    bytes("fleetQueueBytes", \.fleetQueueBytes, 65_536...(1 << 30), "bytes of these changes"),
    bytes(
      "fleetKeptBytes", \.fleetKeptBytes, 65_536...(1 << 30),
      """
      bytes of one scope's changes that wait, or are [kept](protocol-fleet.md#shared-keys) until \
      its engine can no longer lose them: 256 for each, 64 for each key, and the values
      """
    ),
    count(
      "fleetActions", \.fleetActions, 1...1_000_000,
      "actions of one scope of a fleet that wait for a group"),
    count("traitSets", \.traitSets, 1...16, "distinct sets of traits in use"),
    count(
      "userTraitSets", \.userTraitSets, 1...16, half: ("traitSets", \.traitSets),
      "sets of traits, besides the usual one, that one user has in use"),
    count(
      "requestRate", \.requestRate, 0...1_000_000_000,
      "requests of one connection in a second, then it waits; 0: any number"),
    fixed("nameBytes", \.nameBytes, "bytes of the name that a client gives itself in `hello`"),
    bytes(
      "connectionBytes", \.connectionBytes, (1 << 20)...(1 << 40),
      """
      bytes that the daemon keeps for one connection: subscriptions, keys of its leases, \
      reported sizes, presses, requests and their answers while they wait
      """
    ),
    bytes(
      "userBytes", \.userBytes, (1 << 20)...(1 << 40), "the same for all connections of one user"),
    bytes(
      "clientBytes", \.clientBytes, (1 << 20)...(1 << 40),
      "the same for all clients, with their unread data and lines without an end"),
    Row(
      name: "stallTimeout", path: \.stallTimeout, fixed: "",
      setting: Setting(
        "limits", "stallTimeout", .seconds, 0.1...86_400, usual: 60, needsRestart: true,
        "a client that takes no byte for so long is closed"),
      half: nil, isReported: false),
  ]

  private typealias Path = any WritableKeyPath<Limits, Int> & Sendable

  private static func fixed(_ name: StaticString, _ path: Path, _ text: StaticString) -> Row {
    Row(name: name, path: path, fixed: text, setting: nil, half: nil, isReported: true)
  }

  private static func count(
    _ name: StaticString, _ path: Path, _ range: ClosedRange<Int>,
    half: (name: StaticString, path: Path)? = nil, _ text: StaticString
  ) -> Row {
    number(name, path, .count, range, half: half, text)
  }

  private static func bytes(
    _ name: StaticString, _ path: Path, _ range: ClosedRange<Int>, as setting: StaticString? = nil,
    needsRestart: Bool = false, _ text: StaticString
  ) -> Row {
    number(name, path, .bytes, range, as: setting, needsRestart: needsRestart, text)
  }

  private static func number(
    _ name: StaticString, _ path: Path, _ kind: Setting.Kind, _ range: ClosedRange<Int>,
    as setting: StaticString? = nil, half: (name: StaticString, path: Path)? = nil,
    needsRestart: Bool = false, _ text: StaticString
  ) -> Row {
    Row(
      name: name, path: path, fixed: "",
      setting: Setting(
        "limits", setting ?? name, kind, Double(range.lowerBound)...Double(range.upperBound),
        usual: Double(Limits()[keyPath: path]), half: half?.name, needsRestart: needsRestart, text),
      half: half?.path, isReported: true)
  }
}
