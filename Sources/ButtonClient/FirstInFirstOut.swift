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
      }
    }
    return elements[taken]
  }
}
