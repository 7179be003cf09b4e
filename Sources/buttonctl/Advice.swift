import ButtonClient
import ButtonModel
import ButtonProtocol

/// What to do about an error, where the daemon cannot know it.
enum Advice {
  /// Words to be put at the end of the message; empty where there is nothing to add.
  static func on(_ error: ClientError, about id: String?, _ client: ButtonClient?) async -> String {
    switch error.code {
    case .notFound where id != nil: return await nearest(id ?? "", client)
    case .forbidden: return "; the configuration's `access` says who may do what"
    case .methodNotFound:
      return "; the daemon is of another version than this buttonctl (\(Buttonctl.version))"
    case .unexpectedAnswer:
      return "; is the daemon of another version than this buttonctl (\(Buttonctl.version))?"
    default: return ""
    }
  }

  /// Which buttons the id may have been meant for.
  static func nearest(_ id: String, _ client: ButtonClient?) async -> String {
    guard let client else { return "" }
    var request = ButtonsListRequest(match: .everything)
    request.limit = 10_000
    guard let page = try? await client.send(request) else { return "" }
    let ids = page.buttons.map(\.id)
    if ids.isEmpty { return "; there are no buttons yet: `buttonctl buttons define FILE`" }
    let near = NearestName.advice(id, among: ids)
    return near.isEmpty ? "; `buttonctl buttons list` prints those there are" : near
  }
}
