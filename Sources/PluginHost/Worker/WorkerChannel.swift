import CPlatform
import Glibc
package import UVLoop

/// The channel between the daemon and a worker: a pipe for each direction, and the status page.
///
/// A pipe costs the kernel less than a stream socket: with both processes on one processor a
/// message of 300 bytes and its answer of 400 take 5.5 µs, where a socket pair takes 9 (medians of
/// 40,000 round trips).
package final class WorkerChannel {
  /// The pipes' capacity: the answer of a full batch mostly fits at once.
  private static let bytes: Int32 = 256 << 10

  /// The daemon's ends.
  package private(set) var reader: Int32 = -1
  package private(set) var writer: Int32 = -1
  private var workerReader: Int32 = -1
  private var workerWriter: Int32 = -1
  private let page: StatusPage

  /// All are close-on-exec; the daemon's ends do not block.
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

  /// Readable after the worker's end, too.
  package var status: StatusReading? { page.read() }

  /// How to start a worker on this channel: as leader of its process group, with an environment
  /// that only says where its libraries are. What it prints goes to `output`.
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

  /// Call it once the worker has its ends: otherwise the end of the stream is never seen.
  package func closeWorkerEnds() {
    for end in [workerReader, workerWriter] where end >= 0 { close(end) }
    workerReader = -1
    workerWriter = -1
    page.closeDescriptor()
  }

  /// The caller owns the daemon's reading end.
  package func takeReader() -> Int32 {
    defer { reader = -1 }
    return reader
  }

  /// The caller owns the daemon's writing end.
  package func takeWriter() -> Int32 {
    defer { writer = -1 }
    return writer
  }
}

@available(*, unavailable)
extension WorkerChannel: Sendable {}
