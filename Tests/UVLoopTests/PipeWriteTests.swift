import Glibc
import TestSupport
import Testing

@testable import UVLoop

extension UVLoopSuite {
  @Suite struct PipeWriteTests {
    @Test func severalBuffersGoOutAsOneRun() throws {
      try withLoop { loop in
        let (near, far) = try pipePair(on: loop)
        let pieces: [StaticString] = ["one ", "", "two ", "three"]
        let buffers = pieces.map { WriteBuffer(base: $0.utf8Start, count: $0.utf8CodeUnitCount) }
        let written = try buffers.withUnsafeBufferPointer { try near.tryWrite($0) }
        #expect(written == 13)
        let collector = Collector(onRead: { $0.close() })
        try far.startReading(collector)
        near.close()
        loop.run()
        #expect(collector.text == "one two three")
        #expect(collector.reads == 1)
      }
    }

    /// libuv's buffers, too, are laid out as the system's.
    @Test func buffersAreLaidOutAsTheSystems() {
      #expect(MemoryLayout<WriteBuffer>.size == MemoryLayout<iovec>.size)
      #expect(MemoryLayout<WriteBuffer>.stride == MemoryLayout<iovec>.stride)
      #expect(
        MemoryLayout<WriteBuffer>.offset(of: \.base) == MemoryLayout<iovec>.offset(of: \.iov_base))
      #expect(
        MemoryLayout<WriteBuffer>.offset(of: \.count) == MemoryLayout<iovec>.offset(of: \.iov_len))
    }

    @Test func anEmptyWriteWritesNothing() throws {
      try withLoop { loop in
        let (near, _) = try pipePair(on: loop)
        #expect(try near.tryWrite(UnsafeBufferPointer<WriteBuffer>(start: nil, count: 0)) == 0)
        #expect(try near.tryWrite(UnsafeRawBufferPointer(start: nil, count: 0)) == 0)
      }
    }

    @Test func moreBuffersThanTheKernelTakesAreWrittenInPart() throws {
      try withLoop { loop in
        let (near, _) = try pipePair(on: loop)
        let byte: StaticString = "x"
        let buffers = [WriteBuffer](
          repeating: WriteBuffer(base: byte.utf8Start, count: 1),
          count: Pipe.maxBuffersPerWrite + 100)
        let written = try buffers.withUnsafeBufferPointer { try near.tryWrite($0) }
        #expect(written == Pipe.maxBuffersPerWrite)
      }
    }

    @Test func aFullKernelBufferTakesNothingAndTheRestFollows() throws {
      try withLoop { loop in
        let (near, far) = try pipePair(on: loop)
        var random = Seed()
        let total = scaled(1) << 20
        let sent = (0..<total).map { _ in UInt8.random(in: 0...255, using: &random) }
        var offset = 0
        while case let count = try sent[offset...].withUnsafeBytes({ try near.tryWrite($0) }),
          count > 0
        {
          offset += count
        }
        #expect(offset > 0 && offset < total)
        #expect(near.writeQueueSize == 0)

        var completions = 0
        try near.write(sent, from: offset) { error in
          #expect(error == nil)
          completions += 1
          #expect(near.writeQueueSize == 0)
          near.close()
        }
        #expect(near.writeQueueSize == total - offset)
        #expect(try sent.withUnsafeBytes { try near.tryWrite($0) } == 0, "it may not overtake")
        #expect(completions == 0, "a completion comes later")

        let collector = Collector(onEnd: { $0.close() })
        try far.startReading(collector)
        loop.run()
        #expect(completions == 1)
        #expect(collector.bytes == sent)
      }
    }

    @Test func aQueuedWriteKeepsItsOwnerUntilItCompletes() throws {
      final class Owner {
        let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 1)
        deinit { bytes.deallocate() }
      }
      try withLoop { loop in
        let (near, far) = try pipePair(on: loop)
        weak var owner: Owner?
        do {
          let made = Owner()
          owner = made
          made.bytes.initializeMemory(as: UInt8.self, repeating: 9)
          let buffers = [WriteBuffer(UnsafeRawBufferPointer(made.bytes))]
          try buffers.withUnsafeBufferPointer {
            try near.write($0, keeping: made) { _ in near.close() }
          }
        }
        #expect(owner != nil)
        let collector = Collector(onEnd: { $0.close() })
        try far.startReading(collector)
        loop.run()
        #expect(owner == nil)
        #expect(collector.bytes.count == 1 << 20)
        #expect(collector.bytes.allSatisfy { $0 == 9 })
      }
    }

    @Test func closingCancelsQueuedWritesAndShutdowns() throws {
      try withLoop { loop in
        let (near, _) = try pipePair(on: loop)
        var errors: [UVError?] = []
        try near.write([UInt8](repeating: 0, count: 4 << 20)) { errors.append($0) }
        try near.write([1]) { errors.append($0) }
        try near.shutdown { errors.append($0) }
        near.close()
        #expect(errors.isEmpty)
        while !near.isClosed && loop.run(.oneTurn) {}
        #expect(errors.count == 3)
        #expect(errors.allSatisfy { $0?.code == .canceled })
      }
    }

    @Test func aQueuedWriteToAPeerThatLeavesFails() throws {
      try withLoop { loop in
        let (near, far) = try pipePair(on: loop)
        var error: UVError?
        try near.write([UInt8](repeating: 0, count: 4 << 20)) {
          error = $0
          near.close()
        }
        far.close()
        loop.run()
        #expect(error?.isBrokenPipe == true)
      }
    }
  }
}
