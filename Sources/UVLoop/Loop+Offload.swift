import CLibuv

extension Loop {
  /// Runs `work` on libuv's thread pool (four threads unless `UV_THREADPOOL_SIZE` says otherwise)
  /// and then hands its result to `then` on the loop's thread. Results may come in another order
  /// than the work was given. The loop keeps running until `then` has been called.
  package func offload<Value: Sendable>(
    _ work: @escaping @Sendable () -> Value, then: @escaping (Value) -> Void
  ) {
    precondition(!isClosed, "offload on a closed loop")
    var result: Value?
    let code = Request.begin(
      uv_work_t.self, on: self,
      // libuv orders the write of the result before the read: they never meet.
      work: { result = work() },
      finish: { _ in
        guard let value = result else { preconditionFailure("offloaded work has not run") }
        then(value)
      },
      start: { request in
        uv_queue_work(
          raw, request, { Request.perform($0) }, { Request.end($0, $1) })
      })
    precondition(code == 0, "libuv refuses work only when it is given none")
  }
}
