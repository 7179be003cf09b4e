import ButtonProtocol

/// The changes of a subscription to state; subscribes when iterated.
///
/// The first holds every value that is covered, or what changed since the position that was resumed
/// from. It ends when its task is cancelled or the client is closed, and throws when the daemon
/// refuses or goes away.
public struct StateChanges: AsyncSequence, Sendable {
  public typealias Element = StateChange
  public typealias Failure = ClientError

  let client: ButtonClient
  let request: StateSubscribeRequest

  public func makeAsyncIterator() -> Iterator { Iterator(client: client, request: request) }

  /// Takes one change after the other.
  public struct Iterator: AsyncIteratorProtocol {
    let client: ButtonClient
    let request: StateSubscribeRequest
    private var stream: PartStream?

    init(client: ButtonClient, request: StateSubscribeRequest) {
      self.client = client
      self.request = request
    }

    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(ClientError) -> StateChange? {
      let stream = self.stream ?? client.subscribe(request, since: \.since)
      self.stream = stream
      guard let part = try await stream.next() else { return nil }
      return try StateChange(part.json, epoch: part.epoch, resumed: part.resumption)
    }

    public mutating func next() async throws(ClientError) -> StateChange? {
      try await next(isolation: nil)
    }
  }
}
