import ButtonClient
import ButtonModel
import ButtonProtocol
import TestSupport

/// A subscription.
protocol Feed: AnyObject {
  /// What comes next, as the transcripts have it.
  func next() async throws(ClientError) -> JSONTree
}

/// What came, and over which lost connection.
private func element(
  _ members: [JSONTree.Member], _ resumed: Resumption?
) -> JSONTree {
  guard let resumed else { return .object(members) }
  let told = JSONTree.Member(name: "restarted", value: .bool(resumed.restarted))
  return .object(members + [.init(name: "resumed", value: .object([told]))])
}

/// What is thrown at the end of a subscription.
private let ended = ClientError(.closed, "it has ended")

/// The frames of buttons.
final class FrameFeed: Feed {
  private var frames: ButtonFrames.Iterator

  init(_ client: ButtonClient, _ command: JSONTree) {
    let isDelta = command["delta"] == .bool(true)
    frames = client.buttons(
      matching: ButtonMatch(command["match"]?.string.map { [$0] } ?? []),
      form: isDelta ? .delta : .full
    ).makeAsyncIterator()
  }

  func next() async throws(ClientError) -> JSONTree {
    guard let frame = try await frames.next() else { throw ended }
    let looks = frame.buttons.map { JSONTree.Member(name: $0.id, value: told($0)) }
    return element(
      [
        .init(name: "snapshot", value: .bool(frame.isSnapshot)),
        .init(name: "removed", value: .array(frame.removed.map { .string($0) })),
        .init(name: "buttons", value: .object(looks)),
      ], frame.resumed)
  }
}

/// The changes of state.
final class ChangeFeed: Feed {
  private var changes: StateChanges.Iterator

  init(_ client: ButtonClient, _ command: JSONTree) {
    changes = client.changes(under: command["under"]?.string).makeAsyncIterator()
  }

  func next() async throws(ClientError) -> JSONTree {
    guard let change = try await changes.next() else { throw ended }
    let json = try? JSONTree(parsing: change.json.text)
    return element(
      [
        .init(name: "snapshot", value: .bool(change.isSnapshot)),
        .init(name: "values", value: json?["values"] ?? .null),
        .init(name: "removed", value: .array(change.removed.map { .string($0) })),
        .init(name: "lost", value: .array(change.lost.sorted().map { .string($0) })),
      ], change.resumed)
  }
}

/// The actions of buttons, from when it is made on: the public sequence begins when it is iterated.
final class ActionFeed: Feed {
  private let parts: PartStream
  private var resumed: Resumption?

  init(_ client: ButtonClient) {
    parts = client.subscribe(ActionsSubscribeRequest(match: .everything))
  }

  func next() async throws(ClientError) -> JSONTree {
    while let part = try await parts.next() {
      resumed = part.resumption ?? resumed
      guard let json = try? JSONTree(parsing: part.json.text), json["id"] != nil else { continue }
      defer { resumed = nil }
      let members = ["id", "name", "payload", "client", "press"].map {
        JSONTree.Member(name: $0, value: json[$0] ?? .null)
      }
      return element(members, resumed)
    }
    throw ended
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
