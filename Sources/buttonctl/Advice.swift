import ButtonClient
import ButtonModel
import ButtonProtocol

enum Advice {
  static let ofSilence = "`buttonctl doctor` says why"

  /// The advice to append to the message, or an empty text; `isTyped`: the user typed the method's
  /// name.
  static func on(
    _ error: ClientError, about id: String?, isTyped: Bool, _ client: ButtonClient?
  ) async -> String {
    switch error.code {
    // It may be the button's rotation that is missing, or an entry of its menu.
    case .notFound where id != nil && error.message.hasPrefix("there is no button"):
      return await nearest(id ?? "", client)
    case .forbidden: return "; the configuration's `access` says who may do what"
    // The daemon has named the nearest, or there is none.
    case .methodNotFound where isTyped: return ""
    case .methodNotFound:
      return "; the daemon has a different version than this buttonctl (\(Buttonctl.version))"
    case .unexpectedAnswer:
      return
        "; does the daemon have a different version than this buttonctl (\(Buttonctl.version))?"
    case .unanswered: return "; \(ofSilence)"
    default: return ""
    }
  }

  /// Buttons with similar ids.
  static func nearest(_ id: String, _ client: ButtonClient?) async -> String {
    guard let client else { return "" }
    var request = ButtonsListRequest(match: .everything)
    request.limit = 10_000
    guard let page = try? await client.send(request) else { return "" }
    let ids = page.buttons.map(\.id)
    if ids.contains(id) { return " on show; it is hidden" }
    if ids.isEmpty { return "; there are no buttons yet: `buttonctl buttons define FILE`" }
    let near = NearestName.advice(id, among: ids)
    return near.isEmpty ? "; `buttonctl buttons list` prints those there are" : near
  }
}
