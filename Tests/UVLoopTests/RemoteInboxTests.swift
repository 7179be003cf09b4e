import Glibc
import TestSupport
import Testing

@testable import UVLoop

extension UVLoopSuite {
  @Suite struct RemoteInboxTests {
    @Test func aMessageFromAnotherThreadWakesTheLoop() throws {
      try withLoop { loop in
        let thread = pthread_self()
        var received: [String] = []
        var inbox: RemoteInbox<String>?
        inbox = try RemoteInbox(on: loop) { messages in
          received += messages
          #expect(pthread_equal(thread, pthread_self()) != 0)
          inbox?.close()
        }
        let remote = try #require(inbox?.remote)
        loop.offload({ remote.post("from afar") }, then: { _ in })
        loop.run()
        #expect(received == ["from afar"])
      }
    }

    @Test func messagesOfOneTurnComeInOneCallAndInOrder() throws {
      try withLoop { loop in
        var calls: [[Int]] = []
        let inbox = try RemoteInbox<Int>(on: loop) { calls.append($0) }
        for number in 0..<1000 { inbox.remote.post(number) }
        loop.run(.oneTurn)
        #expect(calls == [Array(0..<1000)])
        inbox.remote.post(7)
        loop.run(.oneTurn)
        #expect(calls.last == [7])
      }
    }

    @Test func manyThreadsLoseNothing() throws {
      try withLoop { loop in
        let (threads, each) = (4, scaled(5000))
        var last = [Int](repeating: -1, count: threads)
        var count = 0
        var inbox: RemoteInbox<(Int, Int)>?
        inbox = try RemoteInbox(on: loop) { messages in
          for (thread, number) in messages {
            #expect(number == last[thread] + 1)
            last[thread] = number
          }
          count += messages.count
          if count == threads * each { inbox?.close() }
        }
        let remote = try #require(inbox?.remote)
        for thread in 0..<threads {
          loop.offload({ for number in 0..<each { remote.post((thread, number)) } }, then: {})
        }
        loop.run()
        #expect(count == threads * each)
      }
    }

    @Test func aClosedInboxRefusesMessages() throws {
      let remote: LoopRemote<Int>
      do {
        let loop = try Loop()
        let inbox = try RemoteInbox<Int>(on: loop) { _ in Issue.record("it was closed") }
        remote = inbox.remote
        #expect(remote.post(1))
        inbox.close()
        #expect(!remote.post(2))
        loop.close()
      }
      #expect(!remote.post(3))
    }

    @Test func postingWhileTheInboxClosesIsSafe() throws {
      try withLoop { loop in
        for _ in 0..<scaled(200, few: 50) {
          var (posted, received) = (0, 0)
          let inbox = try RemoteInbox<Int>(on: loop) { received += $0.count }
          let remote = inbox.remote
          loop.offload(
            {
              var count = 0
              while remote.post(1) { count += 1 }
              return count
            }, then: { posted = $0 })
          loop.run(.oneTurn)
          inbox.close()
          while !inbox.isClosed || loop.pendingRequests > 0 { loop.run(.oneTurn) }
          #expect(!remote.post(1))
          #expect(received <= posted, "nothing comes twice")
        }
      }
    }

    @Test func aMessageMayPostAgain() throws {
      try withLoop { loop in
        var left = 100
        var inbox: RemoteInbox<Int>?
        inbox = try RemoteInbox(on: loop) { _ in
          left -= 1
          if left == 0 { inbox?.close() } else { inbox?.remote.post(left) }
        }
        inbox?.remote.post(0)
        loop.run()
        #expect(left == 0)
      }
    }
  }
}
