package import NIOCore

extension EventLoopFuture where Value: Sendable {
  /// The value, awaited where the caller runs: `get` goes by way of another thread.
  package func value() async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      whenComplete { continuation.resume(with: $0) }
    }
  }
}

extension EventLoop {
  /// Waits for a time, or until the task is cancelled: a task's own sleep ends on another thread.
  func sleep(_ time: TimeAmount) async {
    let over = makePromise(of: Void.self)
    let timer = scheduleTask(in: time) { over.succeed() }
    await withTaskCancellationHandler {
      try? await over.futureResult.value()
    } onCancel: {
      timer.cancel()
      over.succeed()
    }
  }
}
