import ButtonClient
import ButtonModel
import ButtonProtocol
import TestSupport

/// A subscription over all connections of its client.
protocol Feed: AnyObject {
  var link: Link? { get set }
  /// Set when it goes on after a lost connection: whether the daemon started anew.
  var restarted: Bool? { get set }

  /// Subscribes, from where it was.
  func subscribe(_ client: ButtonClient)

  /// What came next, as the transcripts have it; nil at the end.
  func element() async throws(ClientError) -> [JSONTree.Member]?
}

extension Feed {
  /// Subscribes on a new connection.
  func begin(_ client: ButtonClient, restarted: Bool?) {
    self.restarted = restarted
    subscribe(client)
  }

  /// What comes next, over lost connections.
  func next() async throws(ClientError) -> JSONTree {
    while true {
      let client = link?.client
      do throws(ClientError) {
        guard var members = try await element() else { throw ClientError(.closed, "it has ended") }
        if let restarted {
          let told = JSONTree.Member(name: "restarted", value: .bool(restarted))
          members.append(.init(name: "resumed", value: .object([told])))
        }
        restarted = nil
        return .object(members)
      } catch {
        guard let link, error.code == .connectionLost, link.resumes else { throw error }
        try await link.connect(after: client)
      }
    }
  }
}

/// The frames of buttons.
final class FrameFeed: Feed {
  var link: Link?
  var restarted: Bool?
  private let match: ButtonMatch
  private let isDelta: Bool
  private var held = ButtonLooks()
  private var frames: ButtonFrames.Iterator?

  init(_ command: JSONTree) {
    match = ButtonMatch(command["match"]?.string.map { [$0] } ?? [])
    isDelta = command["delta"] == .bool(true)
  }

  func subscribe(_ client: ButtonClient) {
    frames = client.buttons(matching: match, resuming: held, form: isDelta ? .delta : .full)
      .makeAsyncIterator()
  }

  func element() async throws(ClientError) -> [JSONTree.Member]? {
    guard let frame = try await frames?.next() else { return nil }
    held.apply(frame)
    let looks = frame.buttons.map { JSONTree.Member(name: $0.id, value: told($0)) }
    return [
      .init(name: "snapshot", value: .bool(frame.isSnapshot)),
      .init(name: "removed", value: .array(frame.removed.map { .string($0) })),
      .init(name: "buttons", value: .object(looks)),
    ]
  }
}

/// The changes of state.
final class ChangeFeed: Feed {
  var link: Link?
  var restarted: Bool?
  private let prefix: String?
  private var since: StateChange.Position?
  private var changes: StateChanges.Iterator?

  init(_ command: JSONTree) { prefix = command["under"]?.string }

  func subscribe(_ client: ButtonClient) {
    changes = client.changes(under: prefix, since: since).makeAsyncIterator()
  }

  func element() async throws(ClientError) -> [JSONTree.Member]? {
    guard let change = try await changes?.next() else { return nil }
    since = change.position
    let json = try? JSONTree(parsing: change.json.text)
    return [
      .init(name: "snapshot", value: .bool(change.isSnapshot)),
      .init(name: "values", value: json?["values"] ?? .null),
      .init(name: "removed", value: .array(change.removed.map { .string($0) })),
      .init(name: "lost", value: .array(change.lost.sorted().map { .string($0) })),
    ]
  }
}

/// The actions of buttons, from when it subscribes.
final class ActionFeed: Feed {
  var link: Link?
  var restarted: Bool?
  private var parts: PartStream?

  init(_ command: JSONTree) {}

  func subscribe(_ client: ButtonClient) {
    parts = client.subscribe(ActionsSubscribeRequest(match: .everything))
  }

  func element() async throws(ClientError) -> [JSONTree.Member]? {
    while let part = try await parts?.next() {
      guard let json = try? JSONTree(parsing: part.json.text), json["id"] != nil else { continue }
      return ["id", "name", "payload", "client"].map { .init(name: $0, value: json[$0] ?? .null) }
    }
    return nil
  }
}

/// A look as the transcripts have it.
func told(_ look: ButtonLook) -> JSONTree {
  func flag(_ name: String, _ value: Bool) -> JSONTree {
    .bool(look.appearance[name] == .bool(value))
  }
  var members: [JSONTree.Member] = [
    .init(name: "title", value: .string(look.title ?? "")),
    .init(name: "selected", value: flag("isSelected", true)),
    .init(name: "highlighted", value: flag("isHighlighted", true)),
    .init(
      name: "enabled", value: .bool(look.appearance["isEnabled"] != .bool(false))),
  ]
  if let trouble = look.trouble {
    members.append(.init(name: "status", value: .string(trouble.reason)))
  }
  return .object(members)
}
