import ButtonStore

/// A list of keys for a million holders, most of which have one or none: those allocate nothing.
struct FewKeys: Sequence, Equatable {
  private var first: KeyID?
  private var others: [KeyID] = []

  mutating func append(_ key: KeyID) {
    if first == nil { first = key } else { others.append(key) }
  }

  struct Iterator: IteratorProtocol {
    fileprivate var first: KeyID?
    fileprivate var others: IndexingIterator<[KeyID]>

    mutating func next() -> KeyID? { first.take() ?? others.next() }
  }

  func makeIterator() -> Iterator { Iterator(first: first, others: others.makeIterator()) }
}
