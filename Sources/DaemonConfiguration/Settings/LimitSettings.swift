import ButtonModel
package import ButtonProtocol
package import JSONRPC

/// The daemon's bounds.
package struct LimitSettings: Hashable, Sendable, JSONDecodable {
  /// Those that `hello` reports.
  package var general = Limits()
  /// Nanoseconds after which a client that takes no byte is closed.
  package var stallTimeout: UInt64 = 60_000_000_000

  /// The names of all keys.
  static let names = [
    "connections", "userConnections", "lineBytes", "frameBytes", "keys", "valueBytes", "stateBytes",
    "leases", "userLeases", "leasedKeys", "userLeasedKeys", "derivedKeys", "derivedBytes",
    "derivedSteps", "expressionBytes",
    "expressionNodes", "expressionDepth", "expressionKeys", "expressionSteps",
    "expressionResultBytes", "buttons", "groups", "definitionBytes", "definitionsBytes",
    "imageBytes", "subscriptions", "layouts", "presses", "fleetQueue", "fleetQueueBytes",
    "fleetKeptBytes", "fleetActions",
    "traitSets", "userTraitSets", "requestRate", "connectionBytes",
    "userBytes", "clientBytes",
    "stallTimeout",
  ]

  init() {}

  package init(json: JSONElement) throws(ProtocolError) {
    var members = try CheckedMembers(of: json, LimitSettings.names)
    read(members.count("connections", in: 1...1_000_000), \.connections)
    general.userConnections = (general.connections + 1) / 2
    read(members.count("userConnections", in: 1...1_000_000), \.userConnections)
    read(members.size("lineBytes", in: 4_096...(1 << 30)), \.maxLineBytes)
    read(members.size("frameBytes", in: 65_536...(1 << 30)), \.maxFrameBytes)
    read(members.count("keys", in: 1...100_000_000), \.keys)
    read(members.size("valueBytes", in: 64...(1 << 30)), \.valueBytes)
    read(members.size("stateBytes", in: 4_096...(1 << 40)), \.stateBytes)
    read(members.count("leases", in: 1...1_000_000), \.leases)
    general.userLeases = (general.leases + 1) / 2
    read(members.count("userLeases", in: 1...1_000_000), \.userLeases)
    read(members.count("leasedKeys", in: 1...10_000_000), \.leasedKeys)
    general.userLeasedKeys = (general.leasedKeys + 1) / 2
    read(members.count("userLeasedKeys", in: 1...10_000_000), \.userLeasedKeys)
    read(members.count("derivedKeys", in: 1...10_000_000), \.derivedKeys)
    read(members.size("derivedBytes", in: 4_096...(1 << 40)), \.derivedBytes)
    let most = ExpressionLimits.ceiling
    read(members.size("expressionBytes", in: 64...most.sourceBytes), \.expressions.sourceBytes)
    read(members.count("expressionNodes", in: 16...most.nodes), \.expressions.nodes)
    read(members.count("expressionDepth", in: 4...most.depth), \.expressions.depth)
    read(members.count("expressionKeys", in: 1...most.keys), \.expressions.keys)
    read(members.count("expressionSteps", in: 100...1_000_000), \.expressions.steps)
    general.derivedSteps = max(general.derivedSteps, general.expressions.steps)
    read(members.count("derivedSteps", in: 1_000...100_000_000), \.derivedSteps)
    read(members.size("expressionResultBytes", in: 64...(64 << 10)), \.expressions.resultBytes)
    read(members.count("buttons", in: 1...100_000_000), \.buttons)
    read(members.count("groups", in: 1...1_000_000), \.groups)
    read(members.size("definitionBytes", in: 1_024...(1 << 30)), \.definitionBytes)
    read(members.size("definitionsBytes", in: 4_096...(1 << 40)), \.definitionsBytes)
    read(members.size("imageBytes", in: 4_096...(1 << 32)), \.imageBytes)
    read(members.count("subscriptions", in: 1...1_000_000), \.subscriptions)
    read(members.count("layouts", in: 1...1_000_000), \.layouts)
    read(members.count("presses", in: 1...100_000), \.presses)
    read(members.count("fleetQueue", in: 1...1_000_000), \.fleetQueue)
    read(members.size("fleetQueueBytes", in: 65_536...(1 << 30)), \.fleetQueueBytes)
    read(members.size("fleetKeptBytes", in: 65_536...(1 << 30)), \.fleetKeptBytes)
    read(members.count("fleetActions", in: 1...1_000_000), \.fleetActions)
    read(members.count("traitSets", in: 1...1_024), \.traitSets)
    general.userTraitSets = (general.traitSets + 1) / 2
    read(members.count("userTraitSets", in: 1...1_024), \.userTraitSets)
    read(members.count("requestRate", in: 0...1_000_000_000), \.requestRate)
    read(members.size("connectionBytes", in: (1 << 20)...(1 << 40)), \.connectionBytes)
    read(members.size("userBytes", in: (1 << 20)...(1 << 40)), \.userBytes)
    read(members.size("clientBytes", in: (1 << 20)...(1 << 40)), \.clientBytes)
    let times: ClosedRange<UInt64> = 100_000_000...86_400_000_000_000
    if let time = members.span("stallTimeout", plain: .seconds, in: times) { stallTimeout = time }
    try members.check()
    guard general.maxLineBytes >= general.valueBytes else {
      throw .invalidParams(
        "is more than lineBytes, \(general.maxLineBytes): no such value could arrive",
        path: "valueBytes")
    }
    guard general.derivedSteps >= general.expressions.steps else {
      throw .invalidParams(
        "is more than derivedSteps, \(general.derivedSteps): no evaluation could take that many",
        path: "expressionSteps")
    }
    // A character of a text takes up to six bytes in a frame.
    guard general.maxFrameBytes / 8 >= general.expressions.resultBytes else {
      throw .invalidParams(
        "is more than an eighth of frameBytes, \(general.maxFrameBytes): such a value might not fit",
        path: "expressionResultBytes")
    }
  }

  private mutating func read(_ value: Int?, _ path: WritableKeyPath<Limits, Int>) {
    if let value { general[keyPath: path] = value }
  }
}
