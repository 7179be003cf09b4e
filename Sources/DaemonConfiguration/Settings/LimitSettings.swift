import ButtonModel
import ButtonProtocol
import JSONRPC

/// The mapping `limits` of a configuration.
struct LimitSettings: JSONDecodable {
  private(set) var limits = Limits()

  init(json: JSONElement) throws(ProtocolError) {
    let settings = Limits.rows.compactMap(\.setting)
    var members = try CheckedMembers(of: json, settings.map { "\($0.name)" })
    var isSet: Set<String> = []
    for row in Limits.rows {
      guard let setting = row.setting else { continue }
      if let half = row.half { limits[keyPath: row.path] = (limits[keyPath: half] + 1) / 2 }
      guard let value = members.integer(setting) else { continue }
      limits[keyPath: row.path] = value
      isSet.insert("\(setting.name)")
    }
    if !isSet.contains("derivedSteps") {
      limits.derivedSteps = max(limits.derivedSteps, limits.expressions.steps)
    }
    try members.check()
    guard limits.maxLineBytes >= limits.valueBytes else {
      throw .invalidParams(
        "is more than lineBytes, \(limits.maxLineBytes): no such value could arrive",
        path: "valueBytes")
    }
    guard limits.derivedSteps >= limits.expressions.steps else {
      throw .invalidParams(
        "is more than derivedSteps, \(limits.derivedSteps): no evaluation could take that many",
        path: "expressionSteps")
    }
    // A character of a text takes up to six bytes in a frame.
    guard limits.maxFrameBytes / 8 >= limits.expressions.resultBytes else {
      throw .invalidParams(
        "is more than an eighth of frameBytes, \(limits.maxFrameBytes): such a value might not fit",
        path: "expressionResultBytes")
    }
  }
}
