/// What a subscription brings, part by part; the subscription ends when the stream is released.
package final class PartStream: AsyncSequence, AsyncIteratorProtocol, Sendable {
  package typealias Failure = ClientError

  private let connection: ThreadedConnection
  private let id: ClientCore.ID

  init(_ connection: ThreadedConnection, subscribe: (inout ClientCore) -> ClientCore.ID) {
    self.connection = connection
    id = connection.withState { state in
      let id = subscribe(&state.core)
      state.router.open(id)
      return id
    }
  }

  /// The stream itself: it has one reader.
  package func makeAsyncIterator() -> PartStream { self }

  deinit {
    connection.withState { [id] state in
      state.core.unsubscribe(id)
      state.router.close(id)
    }
  }

  /// The next part; nil at the end, also when the task is cancelled.
  package func next(
    isolation actor: isolated (any Actor)? = nil
  ) async throws(ClientError) -> SubscriptionPart? {
    let (connection, id) = (connection, id)
    let item: SubscriptionBuffer.Item = await withTaskCancellationHandler {
      await withCheckedContinuation { reader in
        connection.withState { $0.router.take(from: id, reader) }
      }
    } onCancel: {
      connection.withState { $0.router.cancel(id) }
    }
    return try item.get()
  }
}
