package import ButtonProtocol

/// A connection to `buttond`: requests, and what subscriptions bring.
///
/// One that is made with a name outlives its daemon: see ``init(named:at:role:require:patience:outlivesDaemon:)``.
///
/// May be used from any task. Requests are applied in the order in which they are made. A thread
/// reads what the daemon sends; while a reader of frames is far behind and no request waits for an
/// answer, it reads nothing more, and the daemon sends the newest looks later instead of all.
public final class ButtonClient: Sendable {
  /// Where the daemon listens.
  public let path: SocketPath

  let connection: ThreadedConnection

  /// Connects to the daemon at a path, without waiting for anything it sends.
  public convenience init(path: SocketPath) throws(ClientError) {
    try self.init(path: path, patience: 0)
  }

  /// The same; requests wait for the next daemon for `patience` milliseconds, and with `silence` a
  /// daemon is not waited for without end: what it owes fails with `unanswered`.
  package init(
    path: SocketPath, patience: UInt64 = 0, silence: SilenceWatch.Patience? = nil
  ) throws(ClientError) {
    self.path = path
    connection = try ThreadedConnection(
      to: path, patience: patience, silence: silence.map { SilenceWatch($0) })
  }

  /// Connects to the daemon of this user; see `SocketPath.standard`.
  public convenience init() throws(ClientError) {
    try self.init(path: try SocketPath.standard())
  }

  deinit { close() }

  /// Ends the connection. Requests that wait fail with `closed`, sequences of frames end.
  public func close() {
    connection.finish(ClientError(.closed, "this client was closed"))
  }

  /// Calls any method, with its params as a JSON object; its result.
  public func call(
    _ method: String, _ params: JSONDocument
  ) async throws(ClientError) -> JSONDocument {
    try await answer { $0.request(method, params) }.get()
  }

  /// Makes a request; its result as it came.
  package func document(
    _ request: some Request
  ) async throws(ClientError) -> JSONDocument {
    try await answer { $0.request(request) }.get()
  }

  /// Makes a request; its result.
  package func send<Question: Request>(
    _ request: Question
  ) async throws(ClientError) -> Question.Response {
    try await document(request).decode()
  }

  /// Begins a subscription.
  package func subscribe(_ request: some Request) -> PartStream {
    PartStream(connection) { $0.subscribe(request) }
  }

  /// The same for requests that may differ in where they resume.
  func subscribe<Question: Request, Mark>(
    _ request: Question, since: WritableKeyPath<Question, Mark?>
  ) -> PartStream {
    var key = request
    key[keyPath: since] = nil
    return PartStream(connection) { $0.subscribe(request, key: key) }
  }

  func answer(_ ask: (inout ClientCore) -> ClientCore.ID) async -> ClientCore.Answer {
    let connection = connection
    let id = connection.withState { state in
      let id = ask(&state.core)
      state.router.expectAnswer(to: id)
      return id
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { task in
        connection.withState { $0.router.wait(for: id, task) }
      }
    } onCancel: {
      connection.withState { state in
        state.core.abandon(id)
        state.router.settle(
          id, .failure(ClientError(.cancelled, "the task was cancelled")))
      }
    }
  }
}
