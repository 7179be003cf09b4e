import CPlatform
import Glibc
package import UVLoop

/// The channel between a daemon and its worker: a pipe for each direction, and its status page.
///
/// A pipe costs the kernel less than a stream socket: with both processes on one processor a message of 300
/// bytes and its answer of 400 take 5.5 µs, where a socket pair takes 9 (medians of 40,000 round trips).
package final class WorkerChannel {
  /// How much each pipe holds, so that the answer of a full batch mostly fits at once.
  private static let bytes: Int32 = 256 << 10

  /// Ends that are the daemon's: what the worker sends is read from one and written to the other.
  package private(set) var reader: Int32 = -1
  package private(set) var writer: Int32 = -1
  /// Ends that are the worker's.
  private var workerReader: Int32 = -1
  private var workerWriter: Int32 = -1
  private let page: StatusPage

  /// Makes all three, close-on-exec and with daemon's ends that do not block, unless the system has
  /// no descriptors left.
  package init() throws(UVError) {
    page = try StatusPage()
    var code = csystem_pipe(&reader, &workerWriter, WorkerChannel.bytes)
    if code == 0 { code = csystem_pipe(&workerReader, &writer, WorkerChannel.bytes) }
    guard code == 0 else {
      throw UVError(
        operation: "make", subject: "the pipes to a worker", code: UVError.Code(errno: -code))
    }
    for end in [reader, writer] { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
  }

  deinit {
    for end in [reader, writer] where end >= 0 { close(end) }
    closeWorkerEnds()
  }

  /// What the status page says; readable after the worker's end too.
  package var status: StatusReading? { page.read() }

  /// How a worker on this channel is started: it leads its own process group, with nothing in its
  /// environment but where its libraries are. What it prints goes to `output`.
  package func launch(
    _ program: String, arguments: [String] = [], output: ChildProcess.Slot
  ) -> ChildProcess.Launch {
    ChildProcess.Launch(
      program, arguments: arguments, environment: WorkerRuntime.environment(ofWorker: program),
      workingDirectory: "/",
      stdio: [
        .null, output, output, .inherit(workerWriter), .inherit(page.descriptor),
        .inherit(workerReader),
      ], hasOwnSession: true)
  }

  /// Gives up the worker's ends, once it has them: without it no end of the stream is seen.
  package func closeWorkerEnds() {
    for end in [workerReader, workerWriter] where end >= 0 { close(end) }
    workerReader = -1
    workerWriter = -1
    page.closeDescriptor()
  }

  /// Leaves the daemon's reading end to the caller.
  package func takeReader() -> Int32 {
    defer { reader = -1 }
    return reader
  }

  /// Leaves the daemon's writing end to the caller.
  package func takeWriter() -> Int32 {
    defer { writer = -1 }
    return writer
  }
}

@available(*, unavailable)
extension WorkerChannel: Sendable {}
