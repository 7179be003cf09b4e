package import NIOCore

extension EventLoopFuture where Value: Sendable {
  /// The value, awaited where the caller runs: `get` goes by way of another thread.
  package nonisolated(nonsending) func value() async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      whenComplete { continuation.resume(with: $0) }
    }
  }
}
