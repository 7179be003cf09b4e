import TestSupport

/// The request that a step of a case stands for, and what its answer must be.
struct StepRequest {
  let method: String
  let params: JSONTree
  private let step: JSONTree

  /// Steps by what they send: the method, and the member that holds the step's value, nil where the
  /// value is the params.
  private static let methods: [(step: String, method: String, member: String?)] = [
    ("define", "buttons.define", "buttons"), ("patch", "buttons.patch", nil),
    ("remove", "buttons.remove", "ids"), ("trigger", "buttons.trigger", "id"),
    ("needsUpdate", "buttons.setNeedsUpdateConfiguration", "match"),
    ("set", "state.set", "values"), ("update", "state.update", "operations"),
    ("began", "press.began", nil), ("moved", "press.moved", nil), ("ended", "press.ended", nil),
    ("cancelled", "press.cancelled", nil), ("layout", "layout.report", nil),
  ]
  /// Methods that answer as soon as they are done, whatever they are asked.
  private static let isQuick: Set<String> = [
    "buttons.setNeedsUpdateConfiguration", "layout.report",
  ]
  private static let modifiers: Set<String> = [
    "by", "wait", "params", "answer", "phase", "warnings", "refused", "about",
  ]

  init(_ step: JSONTree) throws {
    guard case .object(let members) = step else { throw TestFailure("no step: \(step.text)") }
    let names = members.map(\.name).filter { !Self.modifiers.contains($0) }
    guard names.count == 1, let name = names.first, let value = step[name] else {
      throw TestFailure("a step has one thing to do: \(step.text)")
    }
    self.step = step
    if name == "call" {
      method = value.string ?? ""
      params = step["params"] ?? .object([])
      return
    }
    guard let row = Self.methods.first(where: { $0.step == name }) else {
      throw TestFailure("there is no step \(name)")
    }
    method = row.method
    var request: [JSONTree.Member] = []
    if let member = row.member {
      request = [.init(name: member, value: value)]
    } else if case .object(let members) = value {
      request = members
    }
    if !Self.isQuick.contains(method), step["wait"] != .bool(false) {
      request.append(.init(name: "wait", value: .string("published")))
    }
    params = .object(request)
  }

  /// Where a result differs from what the step wants.
  func differences(in result: JSONTree) -> [String] {
    if step["refused"] != nil { return ["\(method) was not refused: \(result.text)"] }
    var differences: [String] = []
    if let phase = step["phase"], phase != result["phase"] {
      differences.append("wanted the phase \(phase.text), got \(result.text)")
    }
    if case .object(let wanted)? = step["answer"] {
      var pattern = JSONPattern()
      let open = JSONTree.object(wanted + [.init(name: "$more", value: .bool(true))])
      if let text = pattern.mismatch(open, result, at: "answer") { differences.append(text) }
    }
    let warnings = result["warnings"]?.elements.compactMap(\.string) ?? []
    if step["warnings"] == .bool(true) {
      return differences + (warnings.isEmpty ? ["wanted warnings, got none"] : [])
    }
    let wanted = step["warnings"]?.elements.compactMap(\.string) ?? []
    let fits =
      warnings.count == wanted.count && zip(warnings, wanted).allSatisfy { $0.contains($1) }
    if !fits { differences.append("wanted warnings of \(wanted), got \(warnings)") }
    return differences
  }

  /// Where a refusal differs from what the step wants.
  func differences(in refused: TestClient.Refused) -> [String] {
    guard let wanted = step["refused"] else { return ["\(method) was refused: \(refused)"] }
    var differences: [String] = []
    for (name, found) in [
      ("code", refused.error["code"]), ("reason", refused.error["data"]?["reason"]),
      ("path", refused.error["data"]?["path"]), ("limit", refused.error["data"]?["limit"]),
    ] {
      if let value = wanted[name], value != found {
        differences.append("\(name): wanted \(value.text), got \(found?.text ?? "none")")
      }
    }
    let message = refused.error["message"]?.string ?? ""
    for text in wanted["says"]?.elements.compactMap(\.string) ?? []
    where !message.contains(text) {
      differences.append("the message does not say \(text): \(message)")
    }
    return differences
  }
}
