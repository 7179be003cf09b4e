import CPlatform
import Glibc
import Testing

@testable import UVLoop

extension UVLoopSuite {
  /// What is written past libuv behaves as if libuv had written it.
  @Suite struct DirectWriterTests {
    @Test func laterWritesArriveBehindTheFirst() throws {
      try withLoop { loop in
        let (near, far) = try pipePair(on: loop)
        try writeThreeTimes(to: near, readBy: far, loop)
      }
    }

    @Test func aPipeThatIsNoSocketIsWrittenToAllTheSame() throws {
      try withLoop { loop in
        var (reader, writer): (Int32, Int32) = (-1, -1)
        // One that no child of another test keeps open.
        try #require(csystem_pipe(&reader, &writer, 64 << 10) == 0)
        let far = try Pipe(adopting: reader, on: loop)
        let near = try Pipe(adopting: writer, on: loop)
        try writeThreeTimes(to: near, readBy: far, loop)
      }
    }

    @Test(arguments: [
      [3, 5], [0, 1], [12, 92, 0, 7], [1_000, 24], [1_000, 25], [9_000, 0, 7],
    ])
    func piecesArriveWholeAndInOrder(_ counts: [Int]) throws {
      try withLoop { loop in
        let (near, far) = try pipePair(on: loop)
        var sent = "-"
        #expect(try write(sent, to: near) == 1)
        for round in 0..<3 {
          let pieces = zip(counts, "abcd".utf8).map {
            [UInt8](repeating: $1 + UInt8(4 * round), count: $0)
          }
          let all = [UInt8](pieces.joined())
          #expect(try write(pieces, to: near) == all.count)
          sent += String(decoding: all, as: UTF8.self)
        }
        near.close()
        let collector = Collector(onEnd: { $0.close() })
        try far.startReading(collector)
        loop.run()
        #expect(collector.text == sent)
      }
    }

    @Test func aPipeThatIsShutDownOrClosedTakesNothingMore() throws {
      try withLoop { loop in
        let (near, far) = try pipePair(on: loop)
        #expect(try write("x", to: near) == 1)
        try near.shutdown()
        #expect(throws: UVError.self) { try write("y", to: near) }
        near.close()
        #expect(throws: UVError.self) { try write("z", to: near) }
        far.close()
        loop.run()
      }
    }

    @Test func aPeerThatHasLeftIsAnErrorWithItsName() throws {
      try withLoop { loop in
        let (near, far) = try pipePair(on: loop)
        #expect(try write("x", to: near) == 1)
        far.close()
        loop.run()
        #expect { try write("y", to: near) } throws: { ($0 as? UVError)?.isBrokenPipe == true }
        near.close()
        loop.run()
      }
    }

    /// Three writes arrive whole and in order.
    private func writeThreeTimes(to near: Pipe, readBy far: Pipe, _ loop: Loop) throws {
      for text in ["one ", "two ", "three"] { #expect(try write(text, to: near) == text.count) }
      near.close()
      let collector = Collector(onEnd: { $0.close() })
      try far.startReading(collector)
      loop.run()
      #expect(collector.text == "one two three")
    }

    private func write(_ pieces: [[UInt8]], to pipe: Pipe) throws -> Int {
      let bytes = [UInt8](pieces.joined())
      return try bytes.withUnsafeBytes { bytes in
        var offset = 0
        let buffers = pieces.map { piece in
          defer { offset += piece.count }
          return WriteBuffer(UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + piece.count]))
        }
        return try buffers.withUnsafeBufferPointer { try pipe.tryWrite($0) }
      }
    }

    private func write(_ text: String, to pipe: Pipe) throws -> Int {
      try Array(text.utf8).withUnsafeBytes { try pipe.tryWrite($0) }
    }
  }
}
