/// The tasks that wait for the daemon: for an answer, or for the next part of a subscription.
struct RequestRouter {
  /// One request and the task that made it.
  private enum Reply {
    /// The task does not wait yet.
    case pending
    case waited(CheckedContinuation<ClientCore.Answer, Never>)
    /// The answer came before the task waited.
    case arrived(ClientCore.Answer)
  }

  /// Bytes that may wait in a subscription's buffer before nothing more is read from the socket.
  private static let bufferedBytes = 256 << 10

  private var replies: [ClientCore.ID: Reply] = [:]
  private var buffers: [ClientCore.ID: SubscriptionBuffer] = [:]

  /// Whether more may be read: not while a reader is behind, unless a task waits for an answer,
  /// which may be the reader itself.
  var mayRead: Bool {
    !replies.isEmpty || buffers.values.allSatisfy { $0.waitingBytes < Self.bufferedBytes }
  }

  /// Hands an event to the task that it is for.
  mutating func route(_ event: ClientCore.Event) {
    switch event {
    case .answered(let id, let answer): settle(id, answer)
    case .part(let id, let part): buffers[id]?.deliver(part)
    case .ended(let id, let error): buffers[id]?.finish(error)
    }
  }

  // MARK: Answers

  /// Keeps the answer to a request until a task waits for it.
  mutating func expectAnswer(to id: ClientCore.ID) { replies[id] = .pending }

  /// Answers a task now or later.
  mutating func wait(
    for id: ClientCore.ID, _ task: CheckedContinuation<ClientCore.Answer, Never>
  ) {
    if case .arrived(let answer) = replies[id] {
      replies[id] = nil
      task.resume(returning: answer)
    } else {
      replies[id] = .waited(task)
    }
  }

  /// Gives a request its answer; only the first counts.
  mutating func settle(_ id: ClientCore.ID, _ answer: ClientCore.Answer) {
    switch replies[id] {
    case nil, .arrived: break
    case .pending: replies[id] = .arrived(answer)
    case .waited(let task):
      replies[id] = nil
      task.resume(returning: answer)
    }
  }

  // MARK: Subscriptions

  /// Keeps the parts of a subscription for its reader.
  mutating func open(_ id: ClientCore.ID) { buffers[id] = SubscriptionBuffer() }

  /// Answers a subscription's reader now or later.
  mutating func take(
    from id: ClientCore.ID, _ reader: CheckedContinuation<SubscriptionBuffer.Item, Never>
  ) {
    if buffers[id]?.take(reader) == nil { reader.resume(returning: .success(nil)) }
  }

  /// Ends a subscription because its reader was cancelled.
  mutating func cancel(_ id: ClientCore.ID) { buffers[id]?.cancel() }

  /// Drops a subscription's parts.
  mutating func close(_ id: ClientCore.ID) { buffers[id] = nil }
}
