import Glibc
import TestSupport
import Testing

@testable import UVLoop

extension UVLoopSuite {
  @Suite struct PipeTests {
    @Test func theEndOfTheStreamIsNoError() throws {
      try withLoop { loop in
        let (near, far) = try pipePair(on: loop)
        try near.send("last words")
        try near.shutdown { #expect($0 == nil) }
        let collector = Collector(onEnd: { $0.close() })
        try far.startReading(collector)
        #expect(far.isReading)
        loop.run()
        #expect(collector.text == "last words")
        #expect(collector.hasEnded)
        #expect(collector.error == nil)
        #expect(!far.isReading)
        #expect(throws: UVError.self) { try near.send("more") }
      }
    }

    @Test func afterThePeersEndTheOtherHalfStillWrites() throws {
      try withLoop { loop in
        let (near, far) = try pipePair(on: loop)
        let answer = Collector(onEnd: { $0.close() })
        try near.startReading(answer)
        try near.shutdown()
        try far.startReading(
          Collector(onEnd: { pipe in
            #expect(throws: Never.self) { try pipe.send("answer") }
            pipe.close()
          }))
        loop.run()
        #expect(answer.text == "answer")
      }
    }

    /// In a process of its own, where no child of another test keeps the connection open.
    @Test(.inOwnProcess) func aFailedReadEndsWithItsError() throws {
      try withLoop { loop in
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        let server = socket(AF_INET, kind, 0)
        let client = socket(AF_INET, kind, 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let accepted = withUnsafeMutablePointer(to: &address) { pointer in
          pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
            bind(server, address, size)
            listen(server, 1)
            getsockname(server, address, &size)
            connect(client, address, size)
            return takeConnection(of: server)
          }
        }
        // An abortive close makes the peer's read fail.
        var lingering = linger(l_onoff: 1, l_linger: 0)
        setsockopt(
          accepted, SOL_SOCKET, SO_LINGER, &lingering, socklen_t(MemoryLayout<linger>.size))
        close(accepted)
        close(server)
        let pipe = try Pipe(adopting: client, on: loop)
        let collector = Collector(onEnd: { $0.close() })
        try pipe.startReading(collector)
        loop.run()
        #expect(collector.error?.code == .connectionReset)
        #expect(collector.error?.isBrokenPipe == true)
        #expect(collector.error?.operation == "read")
      }
    }

    @Test func stoppingInsideTheCallbackStopsAFloodAtOnce() throws {
      try withLoop { loop in
        let (near, far) = try pipePair(on: loop)
        var size: Int32 = 1 << 20
        let descriptor = try #require(near.fileDescriptor)
        setsockopt(descriptor, SOL_SOCKET, SO_SNDBUF, &size, socklen_t(MemoryLayout<Int32>.size))
        let flood = [UInt8](repeating: 7, count: 3 * Loop.readCapacity)
        #expect(
          try flood.withUnsafeBytes { try near.tryWrite($0) } == flood.count,
          "the kernel holds three full reads")

        let stopping = Collector(onRead: { $0.stopReading() })
        try far.startReading(stopping)
        loop.run(.withoutWaiting)
        #expect(stopping.reads == 1)
        #expect(stopping.bytes.count == Loop.readCapacity)
        loop.run(.withoutWaiting)
        #expect(stopping.reads == 1, "a stopped pipe stays stopped")

        try far.startReading(stopping)
        loop.run(.withoutWaiting)
        #expect(stopping.reads == 2)

        let greedy = Collector()
        try far.startReading(greedy)
        loop.run(.withoutWaiting)
        #expect(greedy.bytes.count == Loop.readCapacity)
      }
    }

    @Test func aPausedFloodGoesOnFromTheCheckPhase() throws {
      try withLoop { loop in
        let (near, far) = try pipePair(on: loop)
        let flood = [UInt8](unsafeUninitializedCapacity: 1 << 20) { buffer, count in
          for index in buffer.indices { buffer[index] = UInt8(truncatingIfNeeded: index &* 31) }
          count = buffer.count
        }
        var readsInTurn = 0
        var most = 0
        let collector = Collector(
          onRead: { pipe in
            readsInTurn += 1
            most = max(most, readsInTurn)
            pipe.stopReading()
          }, onEnd: { $0.close() })
        let check = try LoopHook(.check, on: loop) {
          readsInTurn = 0
          if !far.isReading && !far.isClosing {
            #expect(throws: Never.self) { try far.startReading(collector) }
          }
        }
        check.isReferenced = false
        try check.start()
        try far.startReading(collector)
        let sent = try flood.withUnsafeBytes { try near.tryWrite($0) }
        try near.write(flood, from: sent) { _ in near.close() }
        loop.run()
        #expect(most == 1)
        #expect(collector.bytes == flood)
      }
    }

    @Test func bytesBehindAFullReadMayBeLoaded() throws {
      try withLoop { loop in
        let (near, far) = try pipePair(on: loop)
        final class Summing: StreamReader {
          var sum = 0
          var base: UnsafeRawPointer?
          func streamDidRead(_ bytes: UnsafeRawBufferPointer, from pipe: Pipe) {
            base = bytes.baseAddress
            let padded = UnsafeRawBufferPointer(
              start: bytes.baseAddress, count: bytes.count + Loop.readPadding)
            sum += padded.reduce(0) { $0 + Int($1) }
            pipe.stopReading()
          }
          func streamDidEnd(_ error: UVError?, of pipe: Pipe) {}
        }
        let ones = [UInt8](repeating: 1, count: Loop.readCapacity)
        let (first, second) = (Summing(), Summing())
        for (pipe, other, summing) in [(near, far, first), (far, near, second)] {
          try pipe.startReading(summing)
          #expect(try ones.withUnsafeBytes { try other.tryWrite($0) } == ones.count)
          loop.run(.withoutWaiting)
        }
        #expect(first.sum == Loop.readCapacity, "the padding is zero")
        #expect(first.base == second.base, "all connections share one buffer")
      }
    }

    @Test func everyCallOnAClosedPipeFailsInOrder() throws {
      try withLoop { loop in
        let (pipe, _) = try pipePair(on: loop)
        for isClosed in [false, true] {
          if isClosed { while !pipe.isClosed && loop.run(.oneTurn) {} } else { pipe.close() }
          #expect(throws: UVError.self) { try pipe.send("x") }
          #expect(throws: UVError.self) { try pipe.write([1]) }
          #expect(throws: UVError.self) { try pipe.shutdown() }
          #expect(throws: UVError.self) { try pipe.startReading(Collector()) }
          #expect(throws: UVError.self) { try pipe.peerCredentials() }
          #expect(throws: UVError.self) { try pipe.peerGroups() }
          #expect(pipe.fileDescriptor == nil)
          #expect(!pipe.isReading)
          pipe.stopReading()
        }
      }
    }

    @Test func whatIsNotAStreamIsNotAdopted() throws {
      try withLoop { loop in
        let live = loop.liveHandles
        let error = #expect(throws: UVError.self) { _ = try Pipe(adopting: -1, on: loop) }
        #expect(error?.code == .badDescriptor)
        #expect(error?.description.hasPrefix("adopt descriptor -1: ") == true)
        while loop.liveHandles > live && loop.run(.oneTurn) {}
        #expect(loop.liveHandles == live)
      }
    }

    @Test func theKernelVouchesForThePeer() throws {
      try withLoop { loop in
        let (pipe, _) = try pipePair(on: loop)
        #expect(
          try pipe.peerCredentials()
            == PeerCredentials(pid: getpid(), uid: geteuid(), gid: getegid()))
        var own = [gid_t](repeating: 0, count: Int(max(0, getgroups(0, nil))))
        _ = getgroups(Int32(own.count), &own)
        #expect(try Set(pipe.peerGroups()) == Set(own))
      }
    }

    @Test func anIdlePipeIsSmall() throws {
      try withLoop { loop in
        let (pipe, _) = try pipePair(on: loop)
        let symbol = try #require(dlsym(nil, "malloc_usable_size"))
        let usableSize = unsafeBitCast(
          symbol, to: (@convention(c) (UnsafeMutableRawPointer) -> Int).self)
        let size =
          usableSize(Unmanaged.passUnretained(pipe).toOpaque()) + usableSize(pipe.raw)
        #expect(size <= 400)
      }
    }
  }
}
