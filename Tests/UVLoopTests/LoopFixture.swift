import Glibc
import TestSupport
import Testing

@testable import UVLoop

/// Everything here runs one test at a time: a test blocks its thread in its loop.
@Suite(.serialized, .blocking) enum UVLoopSuite {}

/// Runs `body` with a loop of its own, closes that and expects that nothing is left. A watchdog stops
/// a run that waits for something that never comes.
func withLoop(
  seconds: UInt64 = 60, _ body: (Loop) throws -> Void,
  location: SourceLocation = #_sourceLocation
) throws {
  let loop = try Loop()
  let watchdog = try Timer(on: loop) {
    Issue.record("the loop was still waiting after \(seconds) s", sourceLocation: location)
    loop.stop()
  }
  watchdog.isReferenced = false
  try watchdog.start(after: seconds * 1000)
  defer {
    loop.close()
    #expect(loop.liveHandles == 0, "handles were left", sourceLocation: location)
    #expect(loop.pendingRequests == 0, "requests were left", sourceLocation: location)
  }
  try body(loop)
}

/// Two connected pipes on one loop.
func pipePair(on loop: Loop) throws -> (Pipe, Pipe) {
  let (left, right) = try socketPair()
  return (try Pipe(adopting: left, on: loop), try Pipe(adopting: right, on: loop))
}

/// Two connected descriptors, which no child of another test keeps open.
func socketPair() throws -> (Int32, Int32) {
  var ends: [Int32] = [-1, -1]
  let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
  try #require(socketpair(AF_UNIX, kind, 0, &ends) == 0)
  return (ends[0], ends[1])
}

/// A reader that keeps everything, and calls back.
final class Collector: StreamReader {
  private(set) var bytes: [UInt8] = []
  private(set) var reads = 0
  private(set) var hasEnded = false
  private(set) var error: UVError?
  var onRead: ((Pipe) -> Void)?
  var onEnd: ((Pipe) -> Void)?

  init(onRead: ((Pipe) -> Void)? = nil, onEnd: ((Pipe) -> Void)? = nil) {
    self.onRead = onRead
    self.onEnd = onEnd
  }

  var text: String { String(decoding: bytes, as: UTF8.self) }

  func streamDidRead(_ bytes: UnsafeRawBufferPointer, from pipe: Pipe) {
    self.bytes += bytes
    reads += 1
    onRead?(pipe)
  }

  func streamDidEnd(_ error: UVError?, of pipe: Pipe) {
    hasEnded = true
    self.error = error
    onEnd?(pipe)
  }
}

extension Pipe {
  /// Writes text that is short enough to be taken at once.
  func send(_ text: String) throws {
    var text = text
    let written = try text.withUTF8 { try tryWrite(UnsafeRawBufferPointer($0)) }
    #expect(written == text.utf8.count)
  }
}
