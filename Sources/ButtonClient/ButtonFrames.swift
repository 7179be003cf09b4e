import ButtonProtocol
import JSONRPC

/// The frames of a subscription to buttons; subscribes when iterated.
///
/// The first frame holds every button that matches, or what changed since the position that was
/// resumed from. Each iteration is a separate subscription. It ends when its task is cancelled or
/// the client is closed, and throws when the daemon refuses or goes away.
public struct ButtonFrames: AsyncSequence, Sendable {
  public typealias Element = ButtonFrame
  public typealias Failure = ClientError

  /// How looks travel from the daemon; frames hold whole looks either way.
  public enum Form: Hashable, Sendable {
    /// Whole, every time.
    case full
    /// Only what differs from the look before, where that is held: fewer bytes, somewhat more work.
    case delta
  }

  let client: ButtonClient
  let request: ButtonsSubscribeRequest
  /// What is held where the subscription resumes.
  var held = ButtonLooks()

  public func makeAsyncIterator() -> Iterator {
    Iterator(client: client, request: request, held: held)
  }

  /// Takes one frame after the other.
  public struct Iterator: AsyncIteratorProtocol {
    let client: ButtonClient
    let request: ButtonsSubscribeRequest
    private var stream: PartStream?
    /// Only for the delta form.
    private var held: KnownLooks?

    init(client: ButtonClient, request: ButtonsSubscribeRequest, held: ButtonLooks) {
      self.client = client
      self.request = request
      self.held = request.form == .delta ? KnownLooks(held) : nil
    }

    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(ClientError) -> ButtonFrame? {
      let stream = self.stream ?? client.subscribe(request, since: \.since)
      self.stream = stream
      var parts: [JoinedFrame.Part] = []
      var resumed: Resumption?
      while let next = try await stream.next() {
        // The rest of a frame that a lost connection has cut never comes.
        if let resumption = next.resumption { (parts, resumed) = ([], resumption) }
        let part = try JoinedFrame.Part(next.json, over: &held)
        parts.append(part)
        if !part.body.more {
          return ButtonFrame(JoinedFrame(parts), epoch: next.epoch, resumed: resumed)
        }
      }
      return nil
    }

    public mutating func next() async throws(ClientError) -> ButtonFrame? {
      try await next(isolation: nil)
    }
  }
}
