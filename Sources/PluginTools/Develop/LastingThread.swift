import Glibc

/// A thread that lives as long as the process. A child that is to die with its parent dies with the
/// thread that started it, and most threads come and go.
enum LastingThread {
  /// Runs the closure on such a thread, and waits for it.
  static func run<Value>(_ body: () throws(ToolError) -> Value) throws(ToolError) -> Value {
    try withoutActuallyEscaping(body) { body throws(ToolError) in
      let job = Job(body)
      let shared = Unmanaged.passRetained(job as AnyJob)
      var thread = pthread_t()
      let code = pthread_create(
        &thread, nil,
        { argument in
          guard let argument else { return nil }
          Unmanaged<AnyJob>.fromOpaque(argument).takeRetainedValue().run()
          while true { pause() }
        }, shared.toOpaque())
      guard code == 0 else {
        shared.release()
        throw ToolError("no thread: \(String(cString: strerror(code)))")
      }
      pthread_detach(thread)
      job.wait()
      guard let result = job.result else { preconditionFailure("a job that is done has a result") }
      job.forget()
      return try result.get()
    }
  }

  /// Work whose end can be awaited.
  private class AnyJob {
    /// Allocated separately, as two threads use it at once.
    private let done = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

    init() { sem_init(done, 0, 0) }

    deinit {
      sem_destroy(done)
      done.deallocate()
    }

    func perform() {}

    func run() {
      perform()
      sem_post(done)
    }

    func wait() {
      while sem_wait(done) != 0 {}
    }
  }

  private final class Job<Value>: AnyJob {
    private var body: (() throws(ToolError) -> Value)?
    private(set) var result: Result<Value, ToolError>?

    init(_ body: @escaping () throws(ToolError) -> Value) { self.body = body }

    func forget() { body = nil }

    override func perform() {
      guard let body else { return }
      result = Result { () throws(ToolError) in try body() }
    }
  }
}
