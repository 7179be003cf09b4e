import ButtonClient
import CPlatform
import Glibc
import TestSupport
import Testing

/// Another program that shares an output may have made it nonblocking.
@Suite(.blocking)
struct WholeWriteTests {
  /// The ends of a pipe with less room than `text` needs.
  private func nonblockingPipe() -> (reader: Int32, writer: Int32) {
    var (reader, writer): (Int32, Int32) = (0, 0)
    #expect(csystem_pipe(&reader, &writer, 64 << 10) == 0)
    #expect(fcntl(writer, F_SETFL, O_NONBLOCK) == 0)
    return (reader, writer)
  }

  private let text = [UInt8](repeating: UInt8(ascii: "x"), count: 300_000)

  @Test func aFullPipeIsWaitedFor() async {
    let (reader, writer) = nonblockingPipe()
    async let error = writeAndClose(text, to: writer)
    var count = 0
    var chunk = [UInt8](repeating: 0, count: 4_096)
    while case let more = read(reader, &chunk, chunk.count), more > 0 { count += more }
    close(reader)
    #expect(await error == 0)
    #expect(count == text.count)
  }

  @Test func whoDoesNotWaitIsToldThatThePipeIsFull() {
    let (reader, writer) = nonblockingPipe()
    defer { for end in [reader, writer] { close(end) } }
    #expect(WholeWrite.write(text, to: writer, waits: false) == EAGAIN)
  }

  private func writeAndClose(_ bytes: [UInt8], to descriptor: Int32) async -> Int32 {
    defer { close(descriptor) }
    return WholeWrite.write(bytes, to: descriptor)
  }
}
