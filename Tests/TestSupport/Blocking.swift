import Glibc
import Synchronization
package import Testing

/// Has the cases of a suite run on threads of their own, since they wait for processes, sockets or
/// files: on the runtime's pool, which has a thread for each processor, a few such waits would hold up
/// every other test.
package struct Blocking: SuiteTrait, TestTrait, TestScoping {
  package var isRecursive: Bool { true }

  package func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await withTaskExecutorPreference(ThreadExecutor.shared) { try await function() }
  }
}

extension Trait where Self == Blocking {
  /// The cases wait for other processes, each on a thread of its own.
  package static var blocking: Self { Blocking() }
}

/// Runs each job on an idle thread of its own, or on a new one. How many there are is bounded by the
/// number of cases that the runner lets run at a time.
private final class ThreadExecutor: TaskExecutor {
  static let shared = ThreadExecutor()

  /// The threads that wait for a job.
  private let idle = Mutex<[Lane]>([])

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let lane = idle.withLock { $0.popLast() }
    (lane ?? Lane(of: self)).give(job)
  }

  fileprivate func run(_ job: UnownedJob, on lane: Lane) {
    job.runSynchronously(on: asUnownedTaskExecutor())
    idle.withLock { $0.append(lane) }
  }
}

/// One thread, and the job that it is to run next.
private final class Lane: Sendable {
  private let job = Mutex<UnownedJob?>(nil)
  private let executor: ThreadExecutor
  /// Counts the job that waits; never destroyed, as the thread lives as long as the process.
  private nonisolated(unsafe) let signal = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

  init(of executor: ThreadExecutor) {
    self.executor = executor
    sem_init(signal, 0, 0)
    var thread = pthread_t()
    let code = pthread_create(&thread, nil, laneMain, Unmanaged.passRetained(self).toOpaque())
    precondition(code == 0, "no thread for a test: \(code)")
    pthread_detach(thread)
  }

  func give(_ next: UnownedJob) {
    job.withLock { $0 = next }
    sem_post(signal)
  }

  func work() -> Never {
    while true {
      while sem_wait(signal) != 0 {}
      if let next = job.withLock({ $0.take() }) { executor.run(next, on: self) }
    }
  }
}

private let laneMain: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = {
  argument in
  if let argument { Unmanaged<Lane>.fromOpaque(argument).takeUnretainedValue().work() }
  return nil
}
