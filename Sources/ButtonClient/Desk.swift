import ButtonProtocol
import JSONRPC

/// Who waits for what from the daemon: requests by their id, feeds by their subscription.
///
/// Touches no socket: what is to be sent collects in `outbound`.
struct Desk {
  typealias Answer = Result<JSONDocument, ClientError>

  /// What becomes of an answer.
  enum Waiting {
    case reply(CheckedContinuation<Answer, Never>)
    case start(feed: Int, Subscription.Key)
    case nobody
  }

  /// Bytes that may wait in a feed before nothing more is read from the socket.
  static let feedBytes = 256 << 10

  /// Lines to be sent.
  var outbound = Outbound()

  /// Why the connection is over; nil while it is not.
  private(set) var end: ClientError?

  private var nextID: Int64 = 1
  private var nextFeed = 1
  private var waiting: [Int64: Waiting] = [:]
  private var replies = 0
  private var feeds: [Int: Feed] = [:]
  private var subscriptions: [Subscription.Key: Subscription] = [:]

  /// Whether more may be read: not while a reader is behind, unless somebody waits for an answer,
  /// which may be the reader itself.
  var mayRead: Bool {
    replies > 0 || feeds.values.allSatisfy { $0.waitingBytes < Desk.feedBytes }
  }

  // MARK: Requests

  /// The id of the next request.
  mutating func reserveID() -> Int64 {
    defer { nextID += 1 }
    return nextID
  }

  /// Sends a request, whose answer goes to `reply`.
  mutating func ask(
    _ id: Int64, _ line: [UInt8], _ reply: CheckedContinuation<Answer, Never>
  ) {
    if let end {
      reply.resume(returning: .failure(end))
    } else {
      waiting[id] = .reply(reply)
      replies += 1
      outbound.append(line)
    }
  }

  /// Gives up waiting for an answer.
  mutating func abandon(_ id: Int64) {
    guard case .reply(let reply) = waiting[id] else { return }
    waiting[id] = .nobody
    replies -= 1
    reply.resume(returning: .failure(ClientError(.cancelled, "the task was cancelled")))
  }

  // MARK: Feeds

  /// Sends a request that begins a subscription, and opens a feed of what comes of it.
  mutating func open(_ id: Int64, _ line: [UInt8], key: Subscription.Key) -> Int {
    let feed = nextFeed
    nextFeed += 1
    feeds[feed] = Feed()
    if let end {
      feeds[feed]?.finish(end)
    } else {
      subscriptions[key, default: Subscription()].feeds.append(feed)
      subscriptions[key]?.beginnings += 1
      waiting[id] = .start(feed: feed, key)
      outbound.append(line)
    }
    return feed
  }

  /// Answers a feed's reader now or later.
  mutating func take(from feed: Int, _ reader: CheckedContinuation<Feed.Item, Never>) {
    if feeds[feed]?.take(reader) == nil { reader.resume(returning: .success(nil)) }
  }

  /// Ends a feed because its reader was cancelled.
  mutating func cancel(feed: Int) { feeds[feed]?.cancel() }

  /// Forgets a feed; the last of a subscription ends it.
  mutating func close(feed: Int) {
    guard feeds.removeValue(forKey: feed) != nil else { return }
    let key = subscriptions.first { $0.value.feeds.contains(feed) }?.key
    guard let key else { return }
    subscriptions[key]?.feeds.removeAll { $0 == feed }
    endIfUnused(key)
  }

  private mutating func endIfUnused(_ key: Subscription.Key) {
    guard let subscription = subscriptions[key], subscription.isUnused else { return }
    subscriptions[key] = nil
    guard let name = subscription.name, end == nil,
      !subscriptions.values.contains(where: { $0.name == name })
    else { return }
    let id = reserveID()
    waiting[id] = .nobody
    outbound.append(RequestLine.of(UnsubscribeRequest(subscription: name), id: id))
  }

  // MARK: What the daemon says

  /// Hands on one message of the daemon; an error when there is no going on.
  mutating func take(_ message: ResponseEnvelope) -> ClientError? {
    switch message {
    case .result(let id, let result):
      guard let id = id.int, let waiting = waiting.removeValue(forKey: id) else { return nil }
      answer(waiting, .success(JSONDocument(copying: result)), named: subscription(result))
    case .failure(let id, let refusal):
      guard let id = id.int else { return ClientError(refusal) }
      guard let waiting = waiting.removeValue(forKey: id) else { return nil }
      answer(waiting, .failure(ClientError(refusal)), named: nil)
    case .notification(_, let params):
      guard let params, let name = subscription(params) else { return nil }
      deliver(params, to: name)
    case .malformed(let why):
      return ClientError(.unexpectedAnswer, "the daemon does not speak the protocol: \(why)")
    }
    return nil
  }

  /// Ends everything that waits; the first reason stays.
  mutating func finish(_ error: ClientError) {
    guard end == nil else { return }
    end = error
    for case .reply(let reply) in waiting.values { reply.resume(returning: .failure(error)) }
    waiting = [:]
    replies = 0
    subscriptions = [:]
    let isOurs = error.code == .closed
    for feed in feeds.keys { feeds[feed]?.finish(isOurs ? nil : error) }
  }

  private func subscription(_ body: JSONElement) -> String? { body.member("subscription")?.string }

  private mutating func answer(_ waiting: Waiting, _ answer: Answer, named name: String?) {
    switch waiting {
    case .nobody: break
    case .reply(let reply):
      replies -= 1
      reply.resume(returning: answer)
    case .start(let feed, let key):
      subscriptions[key]?.beginnings -= 1
      begin(feed, of: key, answer, named: name)
      endIfUnused(key)
    }
  }

  private mutating func begin(
    _ feed: Int, of key: Subscription.Key, _ answer: Answer, named name: String?
  ) {
    switch answer {
    case .failure(let error):
      subscriptions[key]?.feeds.removeAll { $0 == feed }
      feeds[feed]?.finish(error)
    case .success(let first):
      subscriptions[key]?.name = name
      feeds[feed]?.isStarted = true
      // The daemon takes a repeated subscription for one: its snapshot is news to all.
      for feed in subscriptions[key]?.feeds ?? [] { deliver(first, toFeed: feed) }
    }
  }

  private mutating func deliver(_ params: JSONElement, to name: String) {
    var part: JSONDocument?
    for subscription in subscriptions.values where subscription.name == name {
      let copy = part ?? JSONDocument(copying: params)
      part = copy
      for feed in subscription.feeds { deliver(copy, toFeed: feed) }
    }
  }

  private mutating func deliver(_ part: JSONDocument, toFeed feed: Int) {
    if feeds[feed]?.isStarted == true { feeds[feed]?.deliver(part) }
  }
}
