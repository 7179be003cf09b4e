import ButtonModel
import Testing

@testable import ButtonStore

struct KeyLineTests {
  @Test func aLineTakes32Bytes() {
    #expect(MemoryLayout<KeyLine>.stride == 32)
    #expect(MemoryLayout<KeyLine>.size == 32)
  }

  @Test func whatSharesAWordIsKeptApart() {
    let values: [StateValue?] = [nil, .null, .int(.max), .string("text"), .json("[1]")]
    let numbers: [UInt64] = [0, 1, 1 << 32 - 1, 1 << 32, 0x2AAA_AAAA_AAAA, KeyLine.maximumCommit]
    let flags: [KeyFlags] = [[], .live, .saved, KeyFlags(rawValue: 255)]
    let blocks: [(address: UInt, log2: UInt8)] = [
      (0, 0), (16, 2), (0xFFFF_FFFF_FFF0, 31), (0x5555_5555_5550, 63),
    ]
    for (index, number) in numbers.enumerated() {
      for block in blocks {
        var line = KeyLine()
        func check(_ step: Int) {
          #expect(line.value == (step > 0 ? values[index % values.count] : nil))
          #expect(line.flags == (step > 1 ? flags[index % flags.count] : []))
          #expect(line.changedAt == (step > 2 ? Revision.maximum - number : 0))
          #expect(line.committedAt == (step > 3 ? number : 0))
          #expect(UInt(bitPattern: line.subscribers) == (step > 4 ? block.address : 0))
          #expect(line.capacityLog2 == (step > 4 ? block.log2 : 0))
          #expect(line.subscriberCount == (step > 5 ? .max : 0))
        }
        check(0)
        line.value = values[index % values.count]
        check(1)
        line.flags = flags[index % flags.count]
        check(2)
        line.changedAt = Revision.maximum - number
        check(3)
        line.committedAt = number
        check(4)
        let address = UnsafeMutablePointer<UInt32>(bitPattern: block.address)
        line.setSubscribers(address, capacityLog2: block.log2)
        check(5)
        line.subscriberCount = .max
        check(6)
        line.committedAt = KeyLine.maximumCommit
        line.changedAt = Revision.maximum
        #expect(line.committedAt == KeyLine.maximumCommit)
        #expect(line.changedAt == Revision.maximum)
        #expect(UInt(bitPattern: line.subscribers) == block.address)
        #expect(line.capacityLog2 == block.log2)
        line.setSubscribers(nil, capacityLog2: 0)
        line.committedAt = number
        #expect(line.subscribers == nil)
        #expect(line.committedAt == number)
      }
    }
  }
}
