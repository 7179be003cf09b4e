import ButtonClient
import Glibc
import TestSupport

/// A daemon for one test: a real socket and a script.
///
/// The script runs on its own thread and serves the first client; when it ends, so does the
/// connection.
final class FakeDaemon: Sendable {
  /// The path of its socket.
  let path: String

  private nonisolated(unsafe) let folder = TemporaryFolder()
  private let outcomes: AsyncStream<Result<Void, any Error>>

  init(_ script: @escaping @Sendable (Peer) throws -> Void) throws {
    path = folder.file("d.sock")
    let listener = try Self.listen(path)
    let (outcomes, ending) = AsyncStream<Result<Void, any Error>>.makeStream()
    self.outcomes = outcomes
    startThread {
      let outcome = Result {
        let peer = try Peer(accepting: listener)
        defer { peer.close() }
        try script(peer)
      }
      close(listener)
      ending.yield(outcome)
      ending.finish()
    }
  }

  /// A client of this daemon.
  func client() throws -> ButtonClient {
    try ButtonClient(path: try SocketPath(path))
  }

  /// Waits for the script's end; throws its error.
  func finished() async throws {
    for await outcome in outcomes { try outcome.get() }
  }

  private static func listen(_ path: String) throws -> Int32 {
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let size = socklen_t(MemoryLayout<sockaddr_un>.size)
    let bound = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, size) }
    }
    guard bound == 0, Glibc.listen(descriptor, 8) == 0 else {
      throw Peer.Failure("no socket at \(path): errno \(errno)")
    }
    return descriptor
  }
}

/// Starts a detached thread.
private func startThread(_ body: @escaping @Sendable () -> Void) {
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
