import TestSupport

/// A client that draws: its subscription to all buttons, what it shows of each, and what came since
/// it was last asked.
final class ShownButtons {
  private let client: TestClient
  /// The traits, as they are sent.
  let traits: JSONTree
  private let subscription: String?
  /// The records on show, without transactions.
  private var shown: [String: JSONTree] = [:]
  private var news: [String: [JSONTree]] = [:]
  private var actions: [JSONTree] = []

  /// Subscribes.
  init(_ client: TestClient, traits: JSONTree) throws {
    self.client = client
    self.traits = traits
    let result = try client.call("buttons.subscribe", #"{"match":"*","traits":\#(traits.text)}"#)
    try client.call("actions.subscribe")
    subscription = result["subscription"]?.string
    take(result, isNews: false)
    for record in result["buttons"]?.elements ?? [] where record["transaction"] != nil {
      throw TestFailure("a snapshot has a transaction: \(record.text)")
    }
  }

  /// Takes in everything that was published until now.
  func refresh() throws {
    for notification in try client.notificationsSoFar() {
      guard let params = notification["params"] else { continue }
      switch notification["method"]?.string {
      case "buttons.updated":
        if params["snapshot"] == .bool(true) { shown = [:] }
        take(params, isNews: true)
      case "action.triggered": actions.append(params)
      default: throw TestFailure("a display got \(notification.text)")
      }
    }
  }

  /// Waits until something new comes of a button.
  func waitForNews(of id: String) throws {
    try wait(for: "news of \(id)") {
      try refresh()
      return news[id] != nil
    }
  }

  /// What is on show of a button; nil when nothing is.
  func record(_ id: String) -> JSONTree? { shown[id] }

  /// What came of a button since this was last asked, transactions included.
  func takeNews(of id: String) -> [JSONTree] { news.removeValue(forKey: id) ?? [] }

  /// The actions that were performed since this was last asked.
  func takeActions() -> [JSONTree] {
    defer { actions = [] }
    return actions
  }

  /// The record that the daemon answers with when it is asked for a button now.
  func currentRecord(_ id: String) throws -> JSONTree? {
    let params = #"{"match":"\#(id)","traits":\#(traits.text)}"#
    return try client.call("buttons.get", params)["buttons"]?.elements.first?
      .without("revision")
  }

  private func take(_ frame: JSONTree, isNews: Bool) {
    for record in frame["buttons"]?.elements ?? [] {
      guard let id = record["id"]?.string else { continue }
      shown[id] = record.without("transaction").without("revision")
      if isNews { news[id, default: []].append(record) }
    }
    for id in frame["removed"]?.elements.compactMap(\.string) ?? [] { shown[id] = nil }
  }
}

extension JSONTree {
  /// An object without a member.
  func without(_ name: String) -> JSONTree {
    guard case .object(let members) = self else { return self }
    return .object(members.filter { $0.name != name })
  }
}
