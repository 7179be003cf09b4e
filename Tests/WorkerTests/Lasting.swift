import Foundation

/// What many tests share, with the workers that it starts. A worker ends with the thread that started it, and
/// those that run tests come and go, so that this one has a thread that stays.
enum Lasting {
  /// Makes it; to be called once for each.
  static func made<Value>(_ make: @escaping @Sendable () throws -> Value) -> Result<
    Value, any Error
  > {
    let isMade = DispatchSemaphore(value: 0)
    nonisolated(unsafe) var made: Result<Value, any Error>?
    Thread.detachNewThread {
      made = Result(catching: make)
      isMade.signal()
      while true { pause() }
    }
    isMade.wait()
    return made ?? .failure(CancellationError())
  }
}
