import Glibc

/// Runs blocking work on a new thread, so that it blocks none of the tests' pool.
func onOwnThread<Value: Sendable>(
  _ work: @escaping @Sendable () throws -> Value
) async throws -> Value {
  let result: Result<Value, any Error> = await withCheckedContinuation { done in
    startThread { done.resume(returning: Result { try work() }) }
  }
  return try result.get()
}

/// Starts a detached thread.
func startThread(_ body: @escaping @Sendable () -> Void) {
  let box = Unmanaged.passRetained(ThreadBody(body: body))
  var thread = pthread_t()
  let code = pthread_create(&thread, nil, threadMain, box.toOpaque())
  precondition(code == 0, "no thread for a test: \(code)")
  pthread_detach(thread)
}

private final class ThreadBody: Sendable {
  let body: @Sendable () -> Void

  init(body: @escaping @Sendable () -> Void) { self.body = body }
}

private let threadMain: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = {
  argument in
  if let argument { Unmanaged<ThreadBody>.fromOpaque(argument).takeRetainedValue().body() }
  return nil
}
