package import ButtonExpressions
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
    "leases", "leasedKeys", "derivedKeys", "derivedBytes", "derivedSteps", "expressionBytes",
    "expressionNodes", "expressionDepth", "expressionKeys", "expressionSteps",
    "expressionResultBytes", "buttons", "definitionBytes", "definitionsBytes", "subscriptions",
    "layouts", "presses", "traitSets", "userTraitSets", "requestRate", "connectionBytes",
    "userBytes", "clientBytes",
    "stallTimeout",
  ]

  init() {}

  package init(json: JSONElement) throws(ProtocolError) {
    let members = try Members(of: json)
    try json.allowOnly(LimitSettings.names)
    try read(members.count("connections", in: 1...1_000_000), \.connections)
    general.userConnections = (general.connections + 1) / 2
    try read(members.count("userConnections", in: 1...1_000_000), \.userConnections)
    try read(members.size("lineBytes", in: 4_096...(1 << 30)), \.maxLineBytes)
    try read(members.size("frameBytes", in: 65_536...(1 << 30)), \.maxFrameBytes)
    try read(members.count("keys", in: 1...100_000_000), \.keys)
    try read(members.size("valueBytes", in: 64...(1 << 30)), \.valueBytes)
    try read(members.size("stateBytes", in: 4_096...(1 << 40)), \.stateBytes)
    try read(members.count("leases", in: 1...1_000_000), \.leases)
    try read(members.count("leasedKeys", in: 1...10_000_000), \.leasedKeys)
    try read(members.count("derivedKeys", in: 1...10_000_000), \.derivedKeys)
    try read(members.size("derivedBytes", in: 4_096...(1 << 40)), \.derivedBytes)
    try read(members.count("derivedSteps", in: 1_000...100_000_000), \.derivedSteps)
    let most = ExpressionLimits.ceiling
    try read(members.size("expressionBytes", in: 64...most.sourceBytes), \.expressionBytes)
    try read(members.count("expressionNodes", in: 16...most.nodes), \.expressionNodes)
    try read(members.count("expressionDepth", in: 4...most.depth), \.expressionDepth)
    try read(members.count("expressionKeys", in: 1...most.keys), \.expressionKeys)
    try read(members.count("expressionSteps", in: 100...1_000_000), \.expressionSteps)
    try read(members.size("expressionResultBytes", in: 64...(64 << 10)), \.expressionResultBytes)
    try read(members.count("buttons", in: 1...100_000_000), \.buttons)
    try read(members.size("definitionBytes", in: 1_024...(1 << 30)), \.definitionBytes)
    try read(members.size("definitionsBytes", in: 4_096...(1 << 40)), \.definitionsBytes)
    try read(members.count("subscriptions", in: 1...1_000_000), \.subscriptions)
    try read(members.count("layouts", in: 1...1_000_000), \.layouts)
    try read(members.count("presses", in: 1...100_000), \.presses)
    try read(members.count("traitSets", in: 1...1_024), \.traitSets)
    general.userTraitSets = (general.traitSets + 1) / 2
    try read(members.count("userTraitSets", in: 1...1_024), \.userTraitSets)
    try read(members.count("requestRate", in: 0...1_000_000_000), \.requestRate)
    try read(members.size("connectionBytes", in: (1 << 20)...(1 << 40)), \.connectionBytes)
    try read(members.size("userBytes", in: (1 << 20)...(1 << 40)), \.userBytes)
    try read(members.size("clientBytes", in: (1 << 20)...(1 << 40)), \.clientBytes)
    let times: ClosedRange<UInt64> = 100_000_000...86_400_000_000_000
    if let time = try members.span("stallTimeout", plain: .seconds, in: times) {
      stallTimeout = time
    }
    guard general.maxLineBytes >= general.valueBytes else {
      throw .invalidParams(
        "is more than lineBytes, \(general.maxLineBytes): no such value could arrive",
        path: "valueBytes")
    }
    guard general.derivedSteps >= general.expressionSteps else {
      throw .invalidParams(
        "is more than derivedSteps, \(general.derivedSteps): no evaluation could take that many",
        path: "expressionSteps")
    }
    // A character of a text takes up to six bytes in a frame.
    guard general.maxFrameBytes / 8 >= general.expressionResultBytes else {
      throw .invalidParams(
        "is more than an eighth of frameBytes, \(general.maxFrameBytes): such a value might not fit",
        path: "expressionResultBytes")
    }
  }

  private mutating func read(_ value: Int?, _ path: WritableKeyPath<Limits, Int>) {
    if let value { general[keyPath: path] = value }
  }
}

extension Limits {
  /// The limits of expressions.
  package var expressions: ExpressionLimits {
    var limits = ExpressionLimits()
    limits.sourceBytes = expressionBytes
    limits.nodes = expressionNodes
    limits.depth = expressionDepth
    limits.keys = expressionKeys
    limits.steps = expressionSteps
    limits.resultBytes = expressionResultBytes
    return limits
  }
}
