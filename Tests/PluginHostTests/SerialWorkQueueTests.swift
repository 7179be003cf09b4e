import Testing
import UVLoop

@testable import PluginHost

extension PluginHostSuite {
  @Suite struct SerialWorkQueueTests {
    @Test func workIsDoneInTheOrderInWhichItWasGiven() throws {
      let loop = try Loop()
      let line = SerialWorkQueue(on: loop)
      var done: [Int] = []
      for number in 0..<20 { line.add({ number }, then: { done.append($0) }) }
      loop.run()
      #expect(done == Array(0..<20))
      loop.close()
    }

    @Test func theEndWaitsForWhatIsToBeKeptAndNotForWhatWouldOnlyBeRead() throws {
      let loop = try Loop()
      let line = SerialWorkQueue(on: loop)
      var done: [Int] = []
      // The first one has begun when the end comes.
      for number in 0..<3 { line.add({ number }, then: { done.append($0) }) }
      line.add(
        { 3 }, for: .keeping,
        then: { number in
          done.append(number)
          line.add({ 4 }, for: .keeping, then: { done.append($0) })
        })
      line.finish { done.append(5) }
      #expect(done == [])
      loop.run()
      #expect(done == [0, 3, 4, 5])
      line.finish { done.append(6) }
      #expect(done.last == 6)
      loop.close()
    }
  }
}
