@usableFromInline
package struct JSONElements: Sequence, IteratorProtocol {
  @usableFromInline var cursor: UnsafePointer<UInt64>
  @usableFromInline let last: UnsafePointer<UInt64>
  @usableFromInline let tape: UnsafePointer<UInt64>
  @usableFromInline let strings: UnsafeRawPointer

  @inlinable
  init(of element: JSONElement) {
    tape = element.tape
    strings = element.strings
    cursor = element.word + 1
    last = element.isArray ? element.end - 1 : cursor
  }

  @inlinable
  @inline(__always)
  package mutating func next() -> JSONElement? {
    guard cursor < last else { return nil }
    let element = JSONElement(word: cursor, tape: tape, strings: strings)
    cursor = element.end
    return element
  }
}
