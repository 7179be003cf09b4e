import ButtonEngine
import ButtonModel
import ButtonProtocol
import JSONRPC
import PluginChannel

/// Answers as soon as the button is not about to change.
enum ButtonsExplain: Handler {
  typealias Message = ButtonsExplainRequest

  static func handle(
    _ call: Call, into writer: inout JSONWriter
  ) throws(ProtocolError) -> Outcome {
    let request = try ButtonsExplainRequest(params: call.params)
    let subject = try subject(request.property)
    if call.isNotification { return .answered }
    let usual = call.engine.settings.traits
    let ticket = call.ticket()
    do {
      try call.engine.explain(
        ExplainRequest(
          id: UTF8String(request.id), subject: subject,
          traits: request.traits?.filled(from: usual) ?? usual),
        ticket: ticket, now: call.now)
    } catch {
      throw ProtocolError(error, in: .button)
    }
    return .deferred(ticket)
  }

  private static func subject(_ name: String?) throws(ProtocolError) -> ExplainRequest.Subject {
    guard let name else { return .everything }
    let bytes = Array(name.utf8)
    if let key = bytes.withUnsafeBytes({ AppearanceKey(name: $0) }) { return .property(key) }
    if bytes.withUnsafeBytes({ ExtraName.isValid($0) }) { return .extra(name) }
    // Definitions say `background.strokeColor` for what looks have as `strokeColor`.
    let last = name.split(separator: ".").last.map(String.init) ?? name
    throw .invalidParams(
      "an appearance has no property '\(Excerpt(name))'"
        + NearestName.advice(last, among: AppearanceKey.allCases.map(\.name)),
      path: "params.property")
  }
}
