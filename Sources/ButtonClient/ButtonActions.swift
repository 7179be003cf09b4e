import ButtonProtocol
import JSONRPC

/// The actions of a subscription; subscribes when iterated.
///
/// It ends when its task is cancelled or the client is closed, and throws when the daemon refuses or
/// goes away.
public struct ButtonActions: AsyncSequence, Sendable {
  public typealias Element = ButtonAction
  public typealias Failure = ClientError

  let client: ButtonClient
  let request: ActionsSubscribeRequest

  public func makeAsyncIterator() -> Iterator { Iterator(client: client, request: request) }

  /// Takes one action after the other.
  public struct Iterator: AsyncIteratorProtocol {
    let client: ButtonClient
    let request: ActionsSubscribeRequest
    private var stream: PartStream?
    /// What the next action has to say of a lost connection.
    private var resumed: Resumption?

    init(client: ButtonClient, request: ActionsSubscribeRequest) {
      self.client = client
      self.request = request
    }

    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(ClientError) -> ButtonAction? {
      let stream = self.stream ?? client.subscribe(request)
      self.stream = stream
      while let part = try await stream.next() {
        resumed = part.resumption ?? resumed
        // The answer that began the subscription is not an action.
        guard part.json.read({ $0.member(.id) != nil }) == true else { continue }
        defer { resumed = nil }
        return try ButtonAction(part.json, resumed: resumed)
      }
      return nil
    }

    public mutating func next() async throws(ClientError) -> ButtonAction? {
      try await next(isolation: nil)
    }
  }
}
