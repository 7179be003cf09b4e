import Testing

@testable import ButtonStore

struct NameRunTests {
  @Test func eightNamesTake12Bytes() { #expect(MemoryLayout<NameRun>.stride == 12) }

  @Test func aNameBeginsBehindThoseBeforeIt() {
    for lengths in [
      [0, 0, 0, 0, 0, 0, 0, 0], [255, 255, 255, 255, 255, 255, 255, 255],
      [1, 2, 3, 4, 5, 6, 7, 8], [0, 255, 0, 255, 0, 255, 0, 255], [128, 0, 127, 1, 64, 9, 0, 200],
    ] as [[UInt8]] {
      for begin in [0, 7, UInt32.max] {
        var run = NameRun(at: begin)
        for index in lengths.indices.reversed() {
          run.setLength(index, 255)
          run.setLength(index, lengths[index])
        }
        var expected = Int(begin)
        for (index, length) in lengths.enumerated() {
          #expect(run.begin(index) == expected)
          #expect(run.length(index) == Int(length))
          expected += Int(length)
        }
        #expect(run.end == expected)
        #expect(run.begin == begin)
      }
    }
  }
}
