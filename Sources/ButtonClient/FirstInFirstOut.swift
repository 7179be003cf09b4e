/// Elements that leave in the order in which they came.
package struct FirstInFirstOut<Element: Sendable>: Sendable {
  private var elements: [Element] = []
  private var taken = 0

  /// A queue without elements.
  package init() {}

  /// Adds an element at the end.
  package mutating func append(_ element: Element) { elements.append(element) }

  /// Takes the oldest element.
  package mutating func next() -> Element? {
    guard taken < elements.count else { return nil }
    defer {
      taken += 1
      if taken == elements.count {
        elements.removeAll(keepingCapacity: elements.capacity <= 64)
        taken = 0
      } else if taken >= 64, taken * 2 >= elements.count {
        // A reader that is always behind does not keep what it took.
        elements.removeFirst(taken)
        taken = 0
      }
    }
    return elements[taken]
  }
}
