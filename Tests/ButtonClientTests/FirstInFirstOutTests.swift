import ButtonClient
import Testing

/// What a queue keeps.
struct FirstInFirstOutTests {
  private final class Element: Sendable {
    let number: Int

    init(_ number: Int) { self.number = number }
  }

  private struct Trace {
    weak var element: Element?
  }

  @Test func whatWasTakenIsFreedThoughTheQueueIsNeverEmpty() {
    var queue = FirstInFirstOut<Element>()
    var traces: [Trace] = []
    for number in 0..<1_000 {
      let element = Element(number)
      traces.append(Trace(element: element))
      queue.append(element)
      if number >= 100 { #expect(queue.next()?.number == number - 100) }
    }
    let kept = traces.filter { $0.element != nil }.count
    #expect(kept >= 100 && kept <= 250, "\(kept)")
    for number in 900..<1_000 { #expect(queue.next()?.number == number) }
    #expect(queue.next()?.number == nil)
  }
}
