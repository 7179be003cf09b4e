import Glibc
import TestSupport
import Testing

@testable import UVLoop

extension UVLoopSuite {
  @Suite struct HandleTests {
    /// Every kind of handle, to be opened on a loop and to call `fired` by itself.
    enum Kind: String, CaseIterable, Sendable {
      case prepare, check, idle, timer, signal, pipe, server, process, watch

      func open(on loop: Loop, in folder: TemporaryFolder, fired: @escaping () -> Void) throws
        -> Handle
      {
        switch self {
        case .prepare:
          let prepare = try LoopHook(.prepare, on: loop, fired)
          try prepare.start()
          return prepare
        case .check:
          let check = try LoopHook(.check, on: loop, fired)
          try check.start()
          let idle = try LoopHook(.idle, on: loop) {}
          try idle.start()
          check.whenClosed { idle.close() }
          return check
        case .idle:
          let idle = try LoopHook(.idle, on: loop, fired)
          try idle.start()
          return idle
        case .timer:
          let timer = try Timer(on: loop, fired)
          try timer.start(after: 0, every: 1)
          return timer
        case .signal:
          let signal = try Signal(SIGWINCH, on: loop, fired)
          signal.isReferenced = true
          Glibc.kill(getpid(), SIGWINCH)
          return signal
        case .pipe:
          let (near, far) = try pipePair(on: loop)
          try near.startReading(Collector(onRead: { _ in fired() }))
          try far.send("x")
          near.whenClosed { far.close() }
          return near
        case .server:
          let server = try PipeServer(bindingTo: folder.file("socket"), on: loop)
          try server.listen { result in
            _ = result.map { $0.close() }
            fired()
          }
          try PipeClient.connect(to: folder.file("socket"), on: loop) { result in
            _ = result.map { $0.close() }
          }
          return server
        case .process:
          return try ChildProcess(.init("/bin/true"), on: loop) { _ in fired() }
        case .watch:
          let watch = try FileWatch(folder.path, on: loop) { _ in fired() }
          folder.write("x", to: "new")
          return watch
        }
      }
    }

    @Test(arguments: Kind.allCases)
    func aHandleMayCloseInItsOwnCallback(kind: Kind) throws {
      let folder = TemporaryFolder()
      try withLoop { loop in
        var handle: Handle?
        var callbacks = 0
        var ends = 0
        let opened = try kind.open(on: loop, in: folder) {
          callbacks += 1
          handle?.close { ends += 1 }
          handle?.close { ends += 10 }
        }
        handle = opened
        opened.isReferenced = true
        if kind == .prepare { try LoopHook(.idle, on: loop) {}.start() }
        while !opened.isClosed && loop.run(.oneTurn) {}
        #expect(callbacks == 1)
        #expect(ends == 11)
        opened.close { ends += 100 }
        #expect(ends == 111)
      }
    }

    @Test(arguments: Kind.allCases)
    func aClosedHandleIsFreedAndDropsItsHandler(kind: Kind) throws {
      final class Token {}
      let folder = TemporaryFolder()
      try withLoop { loop in
        weak var handle: Handle?
        weak var token: Token?
        do {
          let held = Token()
          token = held
          handle = try kind.open(on: loop, in: folder) { _ = held }
        }
        #expect(handle != nil, "an open handle lives without an owner")
        #expect(token != nil)
        handle?.close()
        while handle != nil && loop.run(.oneTurn) {}
        #expect(handle == nil)
        #expect(token == nil)
      }
    }

    @Test(arguments: Kind.allCases)
    func noCallbackComesAfterClose(kind: Kind) throws {
      let folder = TemporaryFolder()
      try withLoop { loop in
        var callbacks = 0
        let handle = try kind.open(on: loop, in: folder) { callbacks += 1 }
        handle.close()
        #expect(kind == .process || handle.isClosing)
        while !handle.isClosed && loop.run(.oneTurn) {}
        #expect(callbacks == 0)
      }
    }

    @Test(.inOwnProcess) func manyRoundsOfOpeningAndClosingLeaveNoDescriptorBehind() throws {
      let folder = TemporaryFolder()
      try withLoop(seconds: 600) { loop in
        func openAndClose(_ kind: Kind) throws {
          let handle = try kind.open(on: loop, in: folder) {}
          handle.close()
          while !handle.isClosed && loop.run(.oneTurn) {}
          while loop.liveHandles > 1 && loop.run(.oneTurn) {}
          #expect(loop.liveHandles == 1, "the watchdog alone is left of \(kind)")
        }
        // The first of a kind opens what the loop keeps for all of them.
        for kind in Kind.allCases { try openAndClose(kind) }
        let process = try LoneProcess()
        let before = try process.descriptorCount
        for kind in Kind.allCases {
          let rounds = kind == .process ? scaled(50, few: 20) : scaled(1_000, few: 100)
          for _ in 0..<rounds { try openAndClose(kind) }
          #expect(try process.descriptorCount == before, "\(kind)")
        }
      }
    }

    @Test func anUnreferencedHandleDoesNotKeepTheLoopRunning() throws {
      try withLoop { loop in
        let timer = try Timer(on: loop) {}
        try timer.start(after: 60_000)
        #expect(timer.isReferenced)
        timer.isReferenced = false
        #expect(!timer.isReferenced)
        #expect(timer.isActive)
        #expect(!loop.run())
      }
    }
  }
}
