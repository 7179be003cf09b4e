import ButtonClient
import Glibc
import TestSupport

/// A client over all of its connections.
final class Link {
  private let command: JSONTree
  private(set) var client: ButtonClient?
  private(set) var epoch = ""
  private var feeds: [any Feed] = []
  private var isClosed = false

  init(_ command: JSONTree) { self.command = command }

  /// Whether it looks for the next daemon.
  var resumes: Bool { command["reconnect"] != .bool(false) && !isClosed }

  /// Connects and greets; subscriptions go on.
  @discardableResult
  func connect(isFirst: Bool = false) async throws(ClientError) -> JSONTree {
    while true {
      do throws(ClientError) {
        let client = try ButtonClient()
        let wanted: [(String, JSONTree?)] = [
          ("client", command["name"] ?? .string("swift")), ("role", command["role"]),
          ("require", command["require"]),
        ]
        let params = JSONTree.object(
          wanted.compactMap { name, value in
            value.map { JSONTree.Member(name: name, value: $0) }
          })
        let hello = try await Self.call(client, "hello", params)
        self.client = client
        let next = hello["epoch"]?.string ?? ""
        for feed in feeds { feed.begin(client, restarted: next != epoch) }
        epoch = next
        let resumes = hello["capabilities"]?.elements.contains(.string("resume")) == true
        return .object([
          .init(name: "role", value: hello["role"] ?? .null),
          .init(name: "protocol", value: hello["protocol"] ?? .null),
          .init(name: "resumes", value: .bool(resumes)),
        ])
      } catch {
        let isAway = error.code == .noDaemon || error.code == .connectionLost
        guard isAway, !isFirst else { throw error }
        usleep(20_000)
      }
    }
  }

  /// Connects again, unless that was done since this client's connection was lost.
  func connect(after lost: ButtonClient?) async throws(ClientError) {
    if client === lost { try await connect() }
  }

  /// Adds a subscription.
  func add(_ feed: some Feed) {
    feed.link = self
    feeds.append(feed)
    if let client { feed.begin(client, restarted: nil) }
  }

  func close() {
    isClosed = true
    client?.close()
  }

  /// Calls a method; one that only reads is called again after a lost connection.
  func call(
    _ method: String, _ params: JSONTree, isRead: Bool = false
  ) async throws(ClientError) -> JSONTree {
    while true {
      guard let client else { throw ClientError(.closed, "connect first") }
      do throws(ClientError) {
        return try await Self.call(client, method, params)
      } catch {
        guard error.code == .connectionLost, isRead, resumes else { throw error }
        try await connect(after: client)
      }
    }
  }

  private static func call(
    _ client: ButtonClient, _ method: String, _ params: JSONTree
  ) async throws(ClientError) -> JSONTree {
    let result = try await client.call(method, try JSONDocument(params.text))
    do { return try JSONTree(parsing: result.text) } catch {
      throw ClientError(.unexpectedAnswer, "\(error)")
    }
  }
}
