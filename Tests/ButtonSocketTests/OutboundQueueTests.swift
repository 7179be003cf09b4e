import ButtonSocket
import JSONRPC
import TestSupport
import Testing
import UVLoop

/// What a connection has still to send, however little of it is taken at a time.
@Suite struct OutboundQueueTests {
  @Test func anySplitOfWritesGivesTheSameBytes() {
    var random = Seed()
    for _ in 0..<scaled(300) {
      var queue = OutboundQueue()
      var expected: [UInt8] = []
      var taken: [UInt8] = []
      for step in 0..<40 {
        switch random.next() % 3 {
        case 0:
          let text = "own \(step) \(String(repeating: "o", count: Int(random.next() % 50)))\n"
          queue.own.raw(text)
          _ = queue.noteResponses()
          expected += Array(text.utf8)
        case 1:
          let text = "shared \(step) \(String(repeating: "s", count: Int(random.next() % 50)))"
          queue.append(SharedLine(text))
          expected += Array("\(text)\n".utf8)
        default: take(&queue, Int(random.next() % 60), &taken)
        }
        let isEmpty = queue.isEmpty
        #expect(isEmpty == (taken.count == expected.count))
      }
      while !queue.isEmpty { take(&queue, 7, &taken) }
      #expect(taken == expected)
      let left = queue.responseBytes
      #expect(left == 0)
    }
  }

  @Test func nothingNotedIsNothingToSend() {
    var queue = OutboundQueue()
    let isNoted = queue.noteResponses()
    let isEmpty = queue.isEmpty
    #expect(!isNoted)
    #expect(isEmpty)
  }

  private func take(_ queue: inout OutboundQueue, _ limit: Int, _ taken: inout [UInt8]) {
    var buffers: [WriteBuffer] = []
    queue.gather(into: &buffers, limit: 3)
    var left = limit
    for buffer in buffers {
      let bytes = UnsafeRawBufferPointer(start: buffer.base, count: min(buffer.count, left))
      taken += bytes
      left -= bytes.count
    }
    queue.consume(limit - left)
  }
}
