/// The members of an object in document order, including duplicates.
@usableFromInline
package struct JSONMembers: Sequence, IteratorProtocol {
  @usableFromInline var cursor: UnsafePointer<UInt64>
  @usableFromInline let last: UnsafePointer<UInt64>
  @usableFromInline let tape: UnsafePointer<UInt64>
  @usableFromInline let strings: UnsafeRawPointer

  @inlinable
  init(of element: JSONElement) {
    tape = element.tape
    strings = element.strings
    cursor = element.word + 1
    last = element.isObject ? element.end - 1 : cursor
  }

  @inlinable
  @inline(__always)
  package mutating func next() -> (key: JSONString, value: JSONElement)? {
    guard cursor < last else { return nil }
    let key = JSONElement.text(at: cursor, strings)
    let value = JSONElement(word: cursor + 1, tape: tape, strings: strings)
    cursor = value.end
    return (key, value)
  }
}
